import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { BulkPreview } from "#base/bulk.ts";
import type { Permission } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { countStatements } from "#api/testing/countStatements.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { features } from "#features/api.ts";
import * as brandRemovals from "#features/catalogue/brands/api/service/removals.ts";
import * as productRemovals from "#features/catalogue/products/api/service/removals.ts";
import { applyStatuses, previewStatuses } from "#features/access/users/api/service/bulkChanges.ts";

const app = await testApi(features);
afterAll(() => app.close());
const made = market(app.db);
const { actor } = await app.signIn("Aisyah", ["brands.delete", "products.delete", "users.disable"]);

/** A logo of the brand, as the files feature stores it. */
async function withLogo(brandId: string) {
  const bytes = {
    sha256: "0".repeat(64),
    byte_count: 1,
    media_type: "image/png",
    kind: "image",
    kept_type: "image/png",
    width: 1,
    height: 1,
  };
  const about = { key: newId(), purpose: "brandLogo", resource: "brands", resource_id: brandId, name: "a.png" };
  const created = { created_at: app.clock.now, stored_at: app.clock.now };
  const fileId = await made.insert("files", { ...bytes, ...about, ...created });
  await app.db.execute(sql`update brands set logo_file_id = ${fileId} where id = ${brandId}`);
}

type Selection = { readonly selection: { readonly ids: string[] } };
type Bulk = {
  readonly permission: Permission;
  readonly make: () => Promise<string>;
  readonly preview: (ctx: Ctx, input: Selection) => Promise<BulkPreview>;
  readonly apply: (ctx: Ctx, input: Selection & { fingerprint: string }) => Promise<unknown>;
};
const bulks: Record<string, Bulk> = {
  "removing brands": {
    permission: "brands.delete",
    make: async () => {
      const id = await made.brand({ status: "draft" });
      await withLogo(id);
      return id;
    },
    preview: brandRemovals.previewRemoval,
    apply: brandRemovals.applyRemoval,
  },
  "removing products": {
    permission: "products.delete",
    make: async () =>
      made.product({ brand_id: await made.brand(), category_id: await made.category(), status: "draft" }),
    preview: productRemovals.previewRemoval,
    apply: productRemovals.applyRemoval,
  },
  "disabling users": {
    permission: "users.disable",
    make: async () => (await app.signIn("Somebody", [])).actor.userId,
    preview: (ctx, input) => previewStatuses(ctx, { ...input, to: "disabled", reason: "They left" }),
    apply: (ctx, input) => applyStatuses(ctx, { ...input, to: "disabled", reason: "They left" }),
  },
};

test.each(Object.entries(bulks))("%s takes as many statements for 40 records as for 4", async (_, bulk) => {
  const taken: number[] = [];
  for (const rows of [4, 40]) {
    const ids: string[] = [];
    for (let row = 0; row < rows; row++) ids.push(await bulk.make());
    const counted = countStatements(app.db);
    const ctx: Ctx = { ...app.api.systemContext(), db: counted.db, actor, permission: bulk.permission };
    const input = { selection: { ids } };
    const { fingerprint, changing } = await bulk.preview(ctx, input);
    expect(changing).toBe(rows);
    await bulk.apply(ctx, { ...input, fingerprint });
    taken.push(counted.count());
  }
  expect(taken[1]).toBe(taken[0]);
});
