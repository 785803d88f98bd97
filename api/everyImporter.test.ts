import * as z from "zod/mini";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { features } from "#features/api.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { certifiers, recognitions, standards } from "#features/halal/certifiers/contract.ts";
import { imports } from "#features/platform/imports/contract.ts";
import { members } from "#features/loyalty/members/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { call, type Transport } from "#web/call.ts";

// An import and a form refuse the same values: one schema, one normalisation.

let app: TestApi;
let everybody: Transport;
let retailerCode: string;
beforeAll(async () => {
  app = await testApi(features);
  ({ transport: everybody } = await app.signIn("Everybody", app.api.catalogue.permissions));
  const rows = market(app.db);
  const retailer = await rows.retailer({ retailer_type_id: await rows.type() });
  await rows.product({ brand_id: await rows.brand(), category_id: await rows.category(), gtin: "09521000000018" });
  ({ code: retailerCode } = await call(everybody, retailers.get, { id: retailer }));
});
afterAll(() => app.close());

/** A typical text field of each importer: its header in the file, and the operation and field of the form. */
const texts: Readonly<Record<string, { header: string; operation: Operation; field: string }>> = {
  brands: { header: "name", operation: brands.create, field: "name" },
  products: { header: "name", operation: products.create, field: "name" },
  retailers: { header: "trading_name", operation: retailers.create, field: "tradingName" },
  categories: { header: "path", operation: categories.create, field: "name" },
  certifiers: { header: "name", operation: certifiers.create, field: "name" },
  standards: { header: "title", operation: standards.create, field: "title" },
  recognitions: { header: "note", operation: recognitions.create, field: "note" },
  retailerTypes: { header: "name", operation: retailerTypes.create, field: "name" },
  members: { header: "display_name", operation: members.create, field: "displayName" },
  certificates: { header: "holder name", operation: certificates.create, field: "holderName" },
  assignments: { header: "retailer_sku", operation: assignments.update, field: "retailerSku" },
};

const values: Readonly<Record<string, string>> = {
  plain: "Noor",
  Arabic: "تمور نور",
  "a mark of one letter's direction": "Noor\u200F",
  "a joiner": "می\u200Cخواهم",
  override: "\u202Egnorw",
  embedding: "No\u202Bor",
  "pop of an embedding": "No\u202Cor",
  isolate: "\u2068Noor\u2069",
  "zero-width space": "No\u200Bor",
  "word joiner": "No\u2060or",
  "soft hyphen": "No\u00ADor",
  "byte order mark": "No\uFEFFor",
  "zero-width spaces alone": "\u200B\u200B\u200B",
  "lost character": "Caf\uFFFD",
  bell: "No\u0007or",
  "next line": "No\u0085or",
  "line separator": "No\u2028or",
  "line break": "No\nor",
  "far too long": "x".repeat(6000),
};

describe("of every importer", () => {
  test("there is a text field to try", () => {
    // PayPal's reports fill no form.
    const importers = features
      .flatMap((feature) => feature.importers ?? [])
      .map(({ resource }) => resource)
      .filter((resource) => resource !== "payouts");
    expect(Object.keys(texts).sort()).toEqual(importers.sort());
  });

  test.each(Object.keys(texts))("%s refuses the texts that its form refuses, and no others", async (resource) => {
    const verdicts = Object.entries(values).map(([name, value]) => [name, isRefusedByForm(resource, value)] as const);
    expect(verdicts.filter(([, isRefused]) => isRefused).length).toBeGreaterThan(4);
    expect(await refusedByImport(resource)).toEqual(
      verdicts.filter(([, isRefused]) => isRefused).map(([name]) => name),
    );
  });
});

test("a text is stored the same from a form and from a file", async () => {
  const value = " \u2068Cafe\u0301\u2069 No\u200Bor";
  const form = await call(everybody, brands.create, { id: newId(), name: `${value} one` });
  expect(form.name).toBe("Café Noor one");
  const id = await upload("brands", `name\n"${value} two"\n`);
  await call(everybody, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await app.runJobs();
  const { rows } = await call(everybody, brands.list, { search: "cafe noor", sort: "name", limit: 25, count: "none" });
  expect(rows.map(({ name }) => name)).toEqual(["Café Noor one", "Café Noor two"]);
});

// ------------------------------------------------------------------------------------------------ helpers

function isRefusedByForm(resource: string, value: string): boolean {
  const { operation, field } = texts[resource]!;
  const schema = (operation.input as unknown as { shape: Record<string, z.ZodMiniType> }).shape[field]!;
  return !z.safeParse(schema, value).success;
}

/** The names of the values whose cells have a problem. */
async function refusedByImport(resource: string): Promise<string[]> {
  const { header } = texts[resource]!;
  const entries = Object.entries(values);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const isAssignment = resource === "assignments";
  const others = isAssignment ? ",retailer_code,gtin" : "";
  const lines = entries.map(
    ([, value]) => `${quoted(value)}${isAssignment ? `,${retailerCode},9521000000018` : ",,,"}`,
  );
  const id = await upload(resource, `${header}${others === "" ? ",a,b,c" : others}\n${lines.join("\n")}\n`);
  const requested = { importId: id, columns: ["0"], skip: 0, limit: 100, language: "en" } as const;
  const problems = await call(everybody, imports.problems, { ...requested, columns: [...requested.columns] });
  // A duplicate row says nothing about its text.
  const rows = new Set(problems.filter(({ code }) => code !== "same_as_row").map(({ rowNumber }) => rowNumber));
  return entries.filter((_, index) => rows.has(index + 2)).map(([name]) => name);
}

async function upload(resource: string, text: string): Promise<string> {
  const file = { fileName: "file.csv", encoding: "utf-8", language: "en" } as const;
  const { id, columns } = await call(everybody, imports.upload, { ...file, resource, importId: newId(), text });
  const target = await call(everybody, imports.describe, { resource, language: "en" });
  // Maps required fields to the columns that are left.
  const mapping = columns.map(({ field }) => field);
  const missing = target.fields.filter(({ role, field }) => role === "required" && !mapping.includes(field));
  for (const [index, { field }] of missing.entries()) {
    const free = mapping.indexOf(null);
    if (free === -1) throw new Error(`${resource}: no column is left for ${index} ${field}`);
    mapping[free] = field;
  }
  await call(everybody, imports.check, { importId: id, mapping, language: "en" });
  await app.runJobs();
  return id;
}
