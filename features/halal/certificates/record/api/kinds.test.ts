import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { market } from "#api/testing/catalogueFactory.ts";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";
import { certificateKinds } from "#features/halal/certificates/contract/vocabulary.ts";
import { provenByKind } from "#features/halal/certificates/contract/vocabulary.ts";

const { db, close } = await openTestDatabase();
afterAll(close);
const at = "2026-11-20T09:00:00Z";

test("each kind proves the same in the rule, on the screens and in the README", async () => {
  const requested = await rowsOf<{ kind: string; proves: string }>(
    db,
    sql`select kind, certificate_proves(kind) as proves
          from unnest(${`{${certificateKinds.join(",")}}`}::text[]) as kind`,
  );
  expect(Object.fromEntries(requested.map(({ kind, proves }) => [kind, proves]))).toEqual(provenByKind);
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const written = [...readme.matchAll(/^\| `([a-z_]+)` \| `([a-z]+)` \|/gm)].map(([, kind, proves]) => [kind, proves]);
  expect(Object.fromEntries(written)).toEqual(provenByKind);
});

test.each(certificateKinds)("a certificate of the kind %s certifies products only if it proves them", async (kind) => {
  const made = market(db);
  const country = `X${certificateKinds.indexOf(kind)}`;
  const body = await made.body({ country: "GB", acronym: country });
  const product = await made.product({
    brand_id: await made.brand({ name_key: country }),
    category_id: await made.category({ name_key: country, slug: country.toLowerCase() }),
    gtin: null,
    no_barcode_reason: "Sold loose",
  });
  await made.line(await made.certificate({ body_id: body, kind, certificate_no_key: country }), product);
  const [halal] = await rowsOf<{ state: string }>(
    db,
    sql`select state from product_halal(${product}::uuid, ${at}::timestamptz)`,
  );
  const isCertified = halal!.state === "expiring" || halal!.state === "certified";
  expect(isCertified).toBe(provenByKind[kind] === "product");
});

test("a kind without an entry proves nothing", async () => {
  const [answer] = await rowsOf<{ proves: string | null }>(db, sql`select certificate_proves('novel') as proves`);
  expect(answer!.proves).toBeNull();
});
