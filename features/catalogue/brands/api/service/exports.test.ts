import Papa from "papaparse";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { byteOrderMark, unguardCell } from "#api/csv.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brandOperations, brands } from "#features/catalogue/brands/contract.ts";
import type { BrandInput } from "#features/catalogue/brands/fields.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { call, download, type Transport } from "#web/call.ts";

const full: BrandInput = {
  name: "=HYPERLINK(1)",
  nameI18n: { ar: "بستان", "zh-Hant": '清"泉' },
  alternativeNames: ["One, two", "-three", "=four"],
  slug: "noor-2",
  legalEntityName: "@Legal",
  registrationNo: "0042",
  country: "AE",
  website: "https://noor.example",
  social: { x: "https://x.com/noor" },
  story: "Line one\nLine; two",
  storyI18n: { ar: "قصة" },
  foundedYear: 1987,
  gs1CompanyPrefix: "0629104",
  wikidataId: "Q139",
  isMuslimOwned: "yes",
  defaultCurrency: "JOD",
  lowBalanceAlertMinor: 0,
  monthlyBudgetMinor: 9_007_199_254_740_991,
  pendingDays: 14,
  cashbackBps: 275,
  contactName: "+Aisyah",
  contactEmail: "a@noor.example",
  contactPhone: "+971501234567",
  logoFileId: null,
  logoAlt: null,
  logoAltI18n: {},
};

let app: TestApi;
let transport: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature]);
  ({ transport } = await app.signIn("Aisyah", ["brands.read", "brands.export"]));
  const others = ["Noor", "Zaytouna", "İncir"].map((name) => ({
    ...brandFields.empty,
    name,
    country: name === "Noor" ? "AE" : "TR",
  }));
  await insertBrands(
    app.api.systemContext(),
    [full, ...others].map((values) => ({ id: newId(), values })),
  );
});
afterAll(() => app.close());

type ExportRequest = Partial<Input<typeof brands.exportCsv>>;
const ask = (input: ExportRequest) => ({ sort: "name" as const, limit: 25 as const, count: "none" as const, ...input });

async function rowsOf(input: ExportRequest): Promise<Record<string, string>[]> {
  const file = await download(transport, brands.exportCsv, ask(input));
  const { data, errors } = Papa.parse<Record<string, string>>(await file.text(), {
    header: true,
    delimiter: ",",
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

test("a file name has the date, and a file has all columns by default", async () => {
  const file = await download(transport, brands.exportCsv, ask({}));
  expect(file.name).toBe("brands-2026-11-20.csv");
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual(Array.from(new TextEncoder().encode(byteOrderMark)));
  const [header] = new TextDecoder().decode(bytes).split("\r\n");
  expect(header).toBe(brandOperations.description.exportColumns.join(","));
  expect(await rowsOf({ columns: ["name", "code"] })).toEqual([
    { name: "'=HYPERLINK(1)", code: "BR-00001" },
    { name: "İncir", code: "BR-00004" },
    { name: "Noor", code: "BR-00002" },
    { name: "Zaytouna", code: "BR-00003" },
  ]);
});

test("a file contains every field of a brand and no cell that a spreadsheet would run", async () => {
  const [row] = await rowsOf({ search: "hyperlink" });
  const cells = Object.fromEntries(Object.entries(row!).map(([name, cell]) => [name, unguardCell(cell)]));
  const read: Record<string, unknown> = {
    ...cells,
    nameI18n: JSON.parse(cells.nameI18n!),
    storyI18n: JSON.parse(cells.storyI18n!),
    social: JSON.parse(cells.social!),
    alternativeNames: cells.alternativeNames!.split("|"),
  };
  for (const name of ["foundedYear", "lowBalanceAlertMinor", "monthlyBudgetMinor", "pendingDays", "cashbackBps"])
    read[name] = Number(cells[name]);
  // A logo is a separate file, not a cell.
  const { logoFileId: _, logoAlt: __, logoAltI18n: ___, ...told } = full;
  expect(read).toMatchObject(told);
  expect(read).toMatchObject({
    code: "BR-00001",
    status: "draft",
    statusReason: "",
    createdAt: "2026-11-20T09:00:00.000Z",
  });
  expect(Object.values(row!).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  // Numbers are not texts: a spreadsheet can add them up.
  expect(row!.monthlyBudgetMinor).toBe("9007199254740991");
});

test("a file has the rows of the list, in its order", async () => {
  for (const requested of [
    {},
    { country: ["TR"] },
    { search: "noor" },
    { sort: "code", direction: "desc" },
  ] as ExportRequest[]) {
    const { rows } = await call(transport, brands.list, ask(requested));
    expect((await rowsOf(requested)).map(({ code }) => code)).toEqual(rows.map(({ code }) => code));
  }
});

test("a file is not limited to a page, and has each row once", async () => {
  await app.db.execute(sql`
    insert into brands (id, slug, name, name_key, sort_key, words, country, status, created_at, updated_at)
    select md5('bulk' || n)::uuid, 'bulk-' || n, 'Bulk ' || n % 10 || ' ' || n, 'bulk ' || n, 'bulk ' || n % 10, 'bulk ' || n, 'MY', 'draft', now(), now()
      from generate_series(1, 3210) as n`);
  const rows = await rowsOf({ country: ["MY"], columns: ["code"], limit: 25 });
  expect(rows).toHaveLength(3210);
  expect(new Set(rows.map(({ code }) => code)).size).toBe(3210);
});

test("an export is logged with its user and its filter", async () => {
  await rowsOf({ country: ["TR"], columns: ["name"] });
  const result = await app.db.execute(
    sql`select actor_name, resource, changes from audit_log where action = 'export' order by id desc limit 1`,
  );
  expect((result as { rows: unknown[] }).rows).toEqual([
    {
      actor_name: "Aisyah",
      resource: "brands",
      changes: {
        filter: { before: null, after: { sort: "name", country: ["TR"] } },
        columns: { before: null, after: ["name"] },
      },
    },
  ]);
});

test("needs the permission to export, in addition to read", async () => {
  const reader = await app.signIn("Karim", ["brands.read"]);
  await expect(download(reader.transport, brands.exportCsv, ask({}))).rejects.toMatchObject({
    code: "permission_denied",
  });
});
