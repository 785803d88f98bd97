import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#api/testing/testApi.ts";
import { openTestDatabase, type TestDatabase } from "#api/testing/testDatabase.ts";
import { violationOf } from "#api/violations.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { type BrandRecord, brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { type BrandStatus, brandStatuses } from "#features/catalogue/brands/contract/statuses.ts";
import { brandFields, type BrandInput, brandLimits } from "#features/catalogue/brands/fields.ts";
import { brandLifecycle } from "#features/catalogue/brands/lifecycle.ts";

const BrandPatch = z.partial(z.object(brandFields.shape));
const needsReason = (to: BrandStatus) => brandLifecycle.into(to).some((each) => each.needsReason);

// The contract refuses first, with a reason; the table's constraints apply to every writer. This tests both with the
// same values, so that they can't diverge.

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

type Keys = Pick<BrandRecord, "nameKey" | "sortKey" | "words">;
const at = "2026-11-20T09:00:00.000Z";

/** Whether the table accepts a brand with these fields, whatever the contract says; rolled back. */
async function tableTakes(
  fields: Partial<BrandInput>,
  status: BrandStatus = "draft",
  statusReason: string | null = null,
) {
  const values = { ...brandFields.empty, name: "Noor", ...fields };
  const slug = values.slug ?? "noor";
  const row = {
    ...values,
    ...(brandStore.keysOf(values) as Keys),
    slug,
    id: newId(),
    status,
    statusReason,
    createdAt: at,
    updatedAt: at,
  };
  let isTaken = false;
  try {
    await database.db.transaction(async (transaction) => {
      await transaction.insert(brandsTable).values(row);
      isTaken = true;
      throw new Error("taken back");
    });
  } catch (error) {
    if (!isTaken && violationOf(error) === null) throw error;
  }
  return isTaken;
}

const contractTakes = (fields: object) => z.safeParse(BrandPatch, fields).success;

const text = (length: number) => "x".repeat(length);
// Of letters with two UTF-16 code units each, because both must count characters.
const adlam = (length: number) => "𞤀".repeat(length);
const around = (...bounds: number[]) => bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
const texts = (max: number) => [...around(1, max).map(text), ...around(max).map(adlam)];
const digits = (length: number) => "123456789012345678".slice(0, length);

const boundaries: [field: keyof BrandInput, values: unknown[]][] = [
  ["name", texts(brandLimits.nameMax)],
  [
    "alternativeNames",
    around(brandLimits.alternativeNamesMax).map((count) => Array.from({ length: count }, () => "x")),
  ],
  ["slug", [...around(1, brandLimits.slugMax).map(text), "noor-dates-2", "Noor", "-noor", "noor-", "no--or", "نور"]],
  ["legalEntityName", texts(160)],
  ["registrationNo", texts(40)],
  ["story", texts(5000)],
  ["contactName", texts(160)],
  ["country", ["AE", "A", "ARE", "ae", "A1", "ÄÖ", ""]],
  [
    "website",
    [
      ...around(500).map((length) => `https://a.example/${text(length - 18)}`),
      "http://a.example",
      "ftp://a.example",
      "",
    ],
  ],
  ["foundedYear", around(1000, 2200)],
  ["gs1CompanyPrefix", [...around(6, 12).map(digits), "62910x", "٦٢٩١٠٤", " 629104", "629104\n"]],
  [
    "wikidataId",
    ["Q1", "Q0", "Q", "q1", "P1", "Q01", "Q1a", "Q١", ...around(12).map((length) => `Q${digits(length - 1)}`)],
  ],
  ["isMuslimOwned", ["yes", "no", "undeclared", "perhaps", ""]],
  ["defaultCurrency", ["AED", "AE", "AEDX", "aed", "A3D", ""]],
  ["pendingDays", around(0, 120)],
  ["cashbackBps", around(0, 10_000)],
  ["contactEmail", around(254).map((length) => `${text(length - 9)}@a.example`.slice(-length))],
  [
    "contactPhone",
    [
      ...around(7, 15).map((length) => `+${digits(length)}`),
      "+0123456",
      "1234567",
      "+12345x7",
      "+١٢٣٤٥٦٧",
      "+1234567\n",
    ],
  ],
];

describe("contract and table agree on", () => {
  test.each(boundaries)("%s, at every limit and on both its sides", async (field, values) => {
    const checked = [];
    for (const value of values) {
      const read = z.safeParse(BrandPatch, { [field]: value });
      // The contract also normalizes what it accepts, and the table gets the normalized value.
      checked.push([value, read.success, await tableTakes(read.success ? (read.data as object) : { [field]: value })]);
    }
    expect(checked.filter(([, contract, table]) => contract !== table)).toEqual([]);
    // Both results must occur, or the test proves nothing.
    expect(new Set(checked.map(([, contract]) => contract))).toEqual(new Set([true, false]));
  });

  test("amounts, up to the largest safe integer", async () => {
    for (const field of ["lowBalanceAlertMinor", "monthlyBudgetMinor"] as const) {
      for (const value of [-1, 0, Number.MAX_SAFE_INTEGER]) {
        expect(await tableTakes({ [field]: value, defaultCurrency: "AED" })).toBe(contractTakes({ [field]: value }));
      }
      // No JavaScript number represents the next one, so it is tested in SQL.
      const column = brandsTable[field].name;
      const beyond = database.db.execute(sql`
        insert into brands (id, name, name_key, sort_key, words, status, default_currency, created_at, updated_at, ${sql.identifier(column)})
        values (${newId()}, 'x', 'x', 'x', 'x', 'draft', 'AED', now(), now(), 9007199254740992)`);
      expect(violationOf(await beyond.catch((error: unknown) => error))).toMatchObject({
        constraint: `brands__${column}`,
      });
      expect(contractTakes({ [field]: 2 ** 53 })).toBe(false);
    }
  });
});

describe("rules and table agree on", () => {
  const bare: Partial<BrandInput> = {};
  const parts: Partial<BrandInput>[] = [
    { country: "AE" },
    { contactEmail: "a@noor.example" },
    { contactPhone: "+442079460123" },
    { defaultCurrency: "AED" },
    { monthlyBudgetMinor: 5 },
  ];
  const everyBrand = parts.reduce((brands, part) => brands.flatMap((brand) => [brand, { ...brand, ...part }]), [bare]);

  test.each(brandStatuses)("required fields of a brand that is %s", async (status) => {
    const reason = needsReason(status) ? "a reason" : null;
    for (const fields of everyBrand) {
      const byRules = brandFields.errorsOf({ ...brandFields.empty, name: "Noor", ...fields }, status).length === 0;
      expect({ fields, isTaken: await tableTakes(fields, status, reason) }).toEqual({ fields, isTaken: byRules });
    }
  });

  test("which statuses need a reason", async () => {
    const complete = { country: "AE", contactEmail: "a@noor.example", defaultCurrency: "AED" };
    for (const status of brandStatuses) expect(await tableTakes(complete, status)).toBe(!needsReason(status));
  });

  test("that an allowed transition leads to a brand the table accepts", async () => {
    const refused: string[] = [];
    for (const status of brandStatuses) {
      for (const fields of everyBrand.filter((each) => each.monthlyBudgetMinor === undefined)) {
        for (const { to, blockers } of brandLifecycle.from({ ...brandFields.empty, ...fields, status })) {
          if (blockers.length === 0 && !(await tableTakes(fields, to, "a reason"))) refused.push(`${status} to ${to}`);
        }
      }
    }
    expect(refused).toEqual([]);
  });
});
