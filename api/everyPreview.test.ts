import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rateLimits } from "#base/rateLimits.ts";
import { inTransaction } from "#api/context.ts";
import { runAndRollBack } from "#api/impact.ts";
import { isPreview, possiblePace } from "#api/rateLimit.ts";
import { inPreviewTurn } from "#api/previewQueue.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { holdCascades, reevaluateAssignments } from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import { lockTree } from "#features/catalogue/categories/api/service/tree.ts";
import { features } from "#features/api.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { lockChains } from "#features/retail/retailers/chains/api/chains.ts";
import { requestFor } from "#web/call.ts";

let app: TestApi;
beforeAll(async () => void (app = await testApi(features, { rateLimits: { preview: rateLimits.preview.max } })));
afterAll(() => app.close());

const nothing = { id: "0193a0b0-0000-7000-8000-000000000001", step: "suspend" };

test("every preview is rate-limited, and needs a permission that changes something", () => {
  const { operations } = app.api.catalogue;
  const previews = operations.filter(isPreview);
  expect(previews.length).toBeGreaterThan(25);
  expect(previews.filter((operation) => possiblePace(operation) !== "preview")).toEqual([]);
  // Users with read permissions only must not be able to preview.
  const changing = new Set(
    operations
      .filter((operation) => operation.method !== "GET" && !isPreview(operation))
      .map(({ permission }) => permission),
  );
  const others = previews.filter(({ permission }) => !changing.has(permission) || permission.endsWith(".read"));
  expect(others.map(({ path, permission }) => `${path} ${permission}`)).toEqual([]);
});

test("the loss of a certificate can be previewed by users who may cause it, and not by users who only read", async () => {
  const reader = await app.signIn("Reader", ["certificates.read", "certificates.withdraw"]);
  const status = async (requested: Promise<Response>) => (await requested).status;
  expect(await status(reader.transport(requestFor(certificates.previewImpact, nothing)))).toBe(403);
  expect(await status(reader.transport(requestFor(certificates.previewWithdrawal, { id: nothing.id })))).toBe(404);
});

test(`of ${rateLimits.preview.max + 5} previews of one user within a minute, ${rateLimits.preview.max} run`, async () => {
  const { transport } = await app.signIn("Huda", ["certificates.suspend"]);
  const statuses: number[] = [];
  for (let turn = 0; turn < rateLimits.preview.max + 5; turn++)
    statuses.push((await transport(requestFor(certificates.previewImpact, nothing))).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  const someone = await app.signIn("Omar", ["certificates.suspend"]);
  expect((await someone.transport(requestFor(certificates.previewImpact, nothing))).status).toBe(404);
});

test("previews of one user run one after the other; a call is refused at once if two others already wait", async () => {
  const { actor } = await app.signIn("Salma", []);
  const other = await app.signIn("Aisyah", []);
  const ends: (() => void)[] = [];
  const ask = (by = actor) =>
    inPreviewTurn({ ...app.api.systemContext(), actor: by }, certificates.previewImpact, async () => {
      await new Promise<void>((end) => void ends.push(end));
      return by.name;
    });
  const answers = [ask(), ask(), ask()];
  await expect(ask()).rejects.toMatchObject({ code: "preview_busy", status: 503 });
  await expect.poll(() => ends.length).toBe(1);
  const another = ask(other.actor);
  await expect.poll(() => ends.length).toBe(2);
  for (let turn = 0; turn < 4; turn++) {
    await expect.poll(() => ends.length).toBeGreaterThan(turn);
    ends[turn]!();
  }
  expect(await Promise.all([...answers, another])).toEqual(["Salma", "Salma", "Salma", "Aisyah"]);
  const last = ask();
  await expect.poll(() => ends.length).toBe(5);
  ends[4]!();
  expect(await last).toBe("Salma");
});

// On a single connection nothing can wait.
test.runIf(process.env.TEST_DATABASE !== "pglite")(
  "a preview holds none of the locks that changes wait for",
  async () => {
    const ctx = app.api.systemContext();
    const isFree = (take: (inner: typeof ctx) => Promise<void>) =>
      inTransaction(ctx, async (other) => {
        await other.db.execute(sql`select set_config('lock_timeout', '500ms', true)`);
        await take(other);
        return true;
      });
    const held = await runAndRollBack(ctx, async (inner) => {
      await reevaluateAssignments(inner, { products: [], retailers: [] }, { what: "a preview", codes: [] });
      await lockTree(inner);
      await lockChains(inner);
      const reevaluateToo = async (other: typeof ctx) =>
        void (await reevaluateAssignments(other, { products: [], retailers: [] }, { what: "a change", codes: [] }));
      return Promise.all([holdCascades, reevaluateToo, lockTree, lockChains].map(isFree));
    });
    expect(held).toEqual([true, true, true, true]);
  },
);

test.runIf(process.env.TEST_DATABASE !== "pglite")(
  "a preview gives up at once if a change holds the rows, and a user has one preview in all processes",
  async () => {
    const ctx = app.api.systemContext();
    await app.db.execute(sql`insert into house_facts (name, value, at) values ('row', '1', now())`);
    const touch = (inner: typeof ctx) => inner.db.execute(sql`update house_facts set value = '2' where name = 'row'`);
    await inTransaction(ctx, async (change) => {
      await touch(change);
      await expect(runAndRollBack(ctx, touch)).rejects.toMatchObject({ code: "preview_busy" });
    });
    await runAndRollBack(ctx, async () => {
      await expect(runAndRollBack(ctx, touch)).rejects.toMatchObject({ code: "preview_busy" });
    });
    await runAndRollBack(ctx, touch);
    expect(await rowsOf(app.db, sql`select value from house_facts where name = 'row'`)).toEqual([{ value: "2" }]);
  },
);
