import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resourceOf } from "#base/grants.ts";
import { limitsOf } from "#api/scopePolicy.ts";
import { seedOnce } from "#api/seed.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { scopeWorld, type World } from "#api/testing/scopeWorld.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { imports } from "#features/platform/imports/contract.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

// An import can't bypass a form: it writes nothing that its user may not write, and reveals nothing they may not read.

const all = featuresWith(demos);

let app: TestApi;
let left: World;
let right: World;
let codes: Readonly<Record<string, string>>;
let people: readonly { readonly name: string; readonly transport: Transport }[];

beforeAll(async () => {
  app = await testApi(all, { rateLimits: { search: 1e6, export: 1e6 } });
  await seedOnce(app.api.systemContext(), all);
  const { permissions, scopedRows } = app.api.catalogue;
  const { transport: admin } = await app.signIn("Administrator", permissions);
  const makers = { admin, made: market(app.db) };
  left = await scopeWorld(app, makers, "Zelkova");
  right = await scopeWorld(app, makers, "Quillwort");
  const [row] = await rowsOf<Record<string, string>>(
    app.db,
    sql`select (select code from brands where id = ${right.ids.brands![0]}::uuid) as brands,
               (select code from products where id = ${right.ids.products![0]}::uuid) as products,
               (select code from retailers where id = ${right.ids.retailers![0]}::uuid) as retailers,
               (select code from certificates where id = ${right.ids.certificates![0]}::uuid) as certificates,
               (select code from retailer_types order by code limit 1) as types`,
  );
  codes = row!;
  const narrow = permissions.flatMap((permission) => {
    const rows = scopedRows.find(({ resource }) => resource === resourceOf(permission));
    return limitsOf(rows).includes("scope") ? [`${permission}@scope`] : [];
  });
  people = [
    { name: "left", ...(await app.signIn("Left", narrow, left.scopes)) },
    { name: "nowhere", ...(await app.signIn("Nowhere", narrow, [])) },
  ];
});
afterAll(() => app.close());

/**
 * Files of every kind: with values unique to the other world, with codes of its records, and with a new record inside
 * it.
 */
const filesOf = (resource: string): readonly string[] => {
  const { brands, products, retailers } = right.texts;
  const files: Readonly<Record<string, readonly string[]>> = {
    brands: [
      `name,slug\nAnother,${brands!.slug}\n${brands!.name},quite-another`,
      `name,wikidata_id\nYet another,${brands!.wikidataId}`,
      `code,name\n${codes.brands},Renamed`,
      `name,country\nBrand new,GB`,
    ],
    products: [
      `product_name,brands,gtin\nSomething,Zelkova brand,${products!.gtin}`,
      `product_name,brands\nSomething,Quillwort brand`,
      `product_code,product_name\n${codes.products},Renamed`,
    ],
    retailers: [
      `trading_name,type,gln,country\nSomething,${codes.types},${retailers!.gln},GB`,
      `trading_name,type,registration_no,registration_country\nOther,${codes.types},${retailers!.registrationNo},GB`,
      `code,trading_name\n${codes.retailers},Renamed`,
      `trading_name,type,parent\nBranch,${codes.types},${codes.retailers}`,
      `trading_name,type,country\nNew shop,${codes.types},GB`,
    ],
    assignments: [`retailer_code,gtin\n${codes.retailers},${products!.gtin}`],
    categories: [`path\nQuillwort category / Below`, `path,slug\nNew root,quillwort-category`],
    certificates: [`certificate_no,holder\nQUILL-1,${codes.brands}`],
  };
  return files[resource] ?? [];
};

test("no import writes or reveals records that its user may not write or read", async ({ annotate }) => {
  const leaks: string[] = [];
  let answered = 0;
  let bad = 0;
  const before = await stateOf();
  for (const user of people) {
    for (const resource of ["brands", "products", "retailers", "assignments", "categories", "certificates"]) {
      for (const text of filesOf(resource)) {
        const said = await take(user.transport, resource, text);
        if (said === null) continue;
        answered += said.answers.length;
        bad += said.bad;
        const secrets = [...Object.values(right.ids).flat(), ...right.parts, ...Object.values(right.searches)];
        for (const secret of [
          ...secrets,
          ...Object.entries(codes).flatMap(([of, code]) => (of === "types" ? [] : [code])),
        ])
          if (!text.includes(secret) && said.answers.some((answer) => answer.includes(secret)))
            leaks.push(`${user.name} ${resource}: ${secret} revealed for ${JSON.stringify(text)}`);
        if (said.written > 0)
          leaks.push(`${user.name} ${resource}: ${said.written} rows written of ${JSON.stringify(text)}`);
      }
    }
  }
  await annotate(`R13: ${answered} answers about ${bad} refused rows examined`);
  expect(leaks).toEqual([]);
  expect(await stateOf()).toEqual(before);
  expect(answered).toBeGreaterThan(100);
  expect(bad).toBeGreaterThan(25);
});

test("no email mentions records that its recipient may not read", async ({ annotate }) => {
  const { transport } = await app.signIn("Suspends", ["certificates.read", "certificates.suspend"]);
  for (const { ids } of [left, right]) {
    const [id] = ids.certificates!;
    const reason = "Withdrawn from the register";
    const { fingerprint } = await call(transport, certificates.previewImpact, { id: id!, step: "suspend" });
    await call(transport, certificates.suspend, { id: id!, version: 1, reason, fingerprint });
  }
  await app.sendNotices();
  const reported: string[] = [];
  const wrong: string[] = [];
  for (const email of app.emails) {
    for (const [mine, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (!email.to.includes(mine.texts.users!.email!.split("@")[1]!)) continue;
      reported.push(email.to);
      const text = JSON.stringify(email);
      const secrets = [...Object.values(other.ids).flat(), ...other.parts, ...Object.values(other.searches)];
      wrong.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${email.to}: ${secret}`));
    }
  }
  await annotate(`R13: ${reported.length} emails examined`);
  expect(new Set(reported).size).toBeGreaterThan(1);
  expect(wrong).toEqual([]);
});

/** All responses during an import; null where the user may not import this resource. */
async function take(transport: Transport, resource: string, text: string) {
  const answers: string[] = [];
  const ask = async (operation: Parameters<typeof requestFor>[0], input: Record<string, unknown>) => {
    const response = await transport(requestFor(operation, input));
    const answer = await response.text();
    answers.push(answer);
    return response.ok && answer.startsWith("{") ? (JSON.parse(answer) as Record<string, unknown>) : null;
  };
  const importId = newId();
  const file = { resource, fileName: "file.csv", encoding: "utf-8", language: "en", importId, text };
  const uploaded = await ask(imports.upload, file);
  if (uploaded === null) return null;
  const columns = uploaded.columns as { field: string | null }[];
  await ask(imports.check, { importId, mapping: columns.map(({ field }) => field), language: "en" });
  await app.runJobs();
  const checked = await ask(imports.read, { importId, language: "en" });
  const report = checked?.report as { badCount: number; newCount: number; updateCount: number } | undefined;
  for (const language of ["en", "ar"]) await ask(imports.problems, { importId, skip: 0, limit: 25, language });
  await ask(imports.badRows, { importId, language: "en" });
  await ask(imports.commit, { importId, mode: "good_rows", language: "en" });
  await app.runJobs();
  await ask(imports.read, { importId, language: "en" });
  return { answers, bad: report?.badCount ?? 0, written: (report?.newCount ?? 0) + (report?.updateCount ?? 0) };
}

const stateOf = () =>
  rowsOf(
    app.db,
    sql`select 'brands' as of, count(*)::int as count, md5(string_agg(brands::text, '' order by id)) as rows from brands
        union all select 'products', count(*)::int, md5(string_agg(products::text, '' order by id)) from products
        union all select 'retailers', count(*)::int, md5(string_agg(retailers::text, '' order by id)) from retailers
        union all select 'assignments', count(*)::int, md5(string_agg(assignments::text, '' order by id)) from assignments`,
  );
