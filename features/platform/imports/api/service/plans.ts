import { and, eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { CheckedRow, Importer } from "#api/importer.ts";
import { type ImportReport, type RowOutcome, rowOutcomes } from "#features/platform/imports/contract.ts";
import type { CheckedChunk } from "#features/platform/imports/api/service/rows.ts";
import { importChunksTable as table, type ImportRecord } from "#features/platform/imports/api/tables.ts";

// The dry run stores a mark for each row that identifies what would be written. The write computes the marks again: if
// one differs, nothing is written. So users always get what they confirmed.

/** A mark for each row: a letter for its outcome, and a hash of the values that decide what is written. */
export type Plan = readonly string[];

export const planOfChunk = (importer: Importer, { checked }: CheckedChunk): Plan =>
  checked.map((row) => markOf(importer, row));

const outcomeCodes: Readonly<Record<RowOutcome, string>> = { new: "n", update: "u", unchanged: "s", bad: "b" };
const outcomesByCode = new Map(rowOutcomes.map((outcome) => [outcomeCodes[outcome], outcome]));

function markOf(importer: Importer, row: CheckedRow<unknown>): string {
  // These rows are not written, so their values don't matter.
  if (row.outcome === "bad" || row.outcome === "unchanged") return outcomeCodes[row.outcome];
  const decisive = importer.planOf ? importer.planOf(row.values) : row.values;
  return outcomeCodes[row.outcome] + hashOf(JSON.stringify(decisive));
}

/** 53 bits (cyrb53): enough to detect a changed row. It need not resist attacks, as a collision gains nothing. */
function hashOf(text: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}

type StoredPlan = { readonly run: number; readonly rows: Plan };

export async function readPlan(ctx: Ctx, importId: string, number: number): Promise<StoredPlan | null> {
  const [chunk] = await ctx.db
    .select({ plan: table.plan })
    .from(table)
    .where(and(eq(table.importId, importId), eq(table.number, number)));
  return chunk?.plan ? (JSON.parse(chunk.plan) as StoredPlan) : null;
}

export async function keepPlan(ctx: Ctx, { id, run }: ImportRecord, number: number, rows: Plan): Promise<void> {
  await ctx.db
    .update(table)
    .set({ plan: JSON.stringify({ run, rows } satisfies StoredPlan) })
    .where(and(eq(table.importId, id), eq(table.number, number)));
}

export const isSamePlan = (one: Plan, other: Plan): boolean =>
  one.length === other.length && one.every((mark, index) => mark === other[index]);

type Differences = NonNullable<ImportReport["differences"]>;
const differencesMax = 20;

/** Collects the rows in which a new dry run differs from the confirmed one. */
export function startDifferences() {
  let count = 0;
  const rows: Differences["rows"][number][] = [];
  return {
    add: (chunk: CheckedChunk, before: Plan, after: Plan) => {
      for (const [index, { rowNumber }] of chunk.checked.entries()) {
        if (before[index] === after[index]) continue;
        count += 1;
        if (rows.length < differencesMax) {
          rows.push({ rowNumber, before: outcomeOf(before[index]), after: outcomeOf(after[index]) });
        }
      }
    },
    found: (): Differences => ({ count, rows }),
  };
}

const outcomeOf = (mark: string | undefined): RowOutcome => outcomesByCode.get(mark?.charAt(0) ?? "") ?? "bad";
