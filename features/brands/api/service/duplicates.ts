import { and, eq, ne } from "drizzle-orm";
import type { Refusal } from "#base/refusal.ts";
import { nameKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { brandScope } from "#features/brands/api/service/records.ts";
import { brandsTable } from "#features/brands/api/tables.ts";
import { type BrandInput, brandRefusals } from "#features/brands/contract.ts";
import type { DuplicateDetails } from "#features/brands/contract/conflicts.ts";

type Unique = Pick<BrandInput, "name" | "slug" | "wikidataId">;

/**
 * The refusal for a statement that a unique index of the brands turned down; null for any other error.
 *
 * Asked after the fact: only the index knows, however many create the same name at once. Call it outside the
 * transaction that failed.
 */
export async function duplicateRefusal(ctx: Ctx, error: unknown, values: Unique): Promise<Refusal | null> {
  switch (violationOf(error)?.constraint) {
    case "brands__name_key":
      return refuse(ctx, "name", values);
    case "brands__slug_key":
      return refuse(ctx, "slug", values);
    case "brands__wikidata_id_key":
      return refuse(ctx, "wikidataId", values);
    default:
      return null;
  }
}

const makers = {
  name: brandRefusals.duplicate_name,
  slug: brandRefusals.duplicate_slug,
  wikidataId: brandRefusals.duplicate_wikidata_id,
};

async function refuse(ctx: Ctx, field: DuplicateDetails["field"], values: Unique): Promise<Refusal> {
  const make = makers[field];
  const details: DuplicateDetails = { field, other: await findOther(ctx, field, values) };
  return make(details, [{ path: field, code: make.code, message: make.message }]);
}

async function findOther(
  ctx: Ctx,
  field: DuplicateDetails["field"],
  values: Unique,
): Promise<DuplicateDetails["other"]> {
  const { id, code, name, status } = brandsTable;
  const isSame =
    field === "name" ? eq(brandsTable.nameKey, nameKey(values.name)) : eq(brandsTable[field], values[field] ?? "");
  const [other] = await ctx.db
    .select({ id, code, name })
    .from(brandsTable)
    .where(and(isSame, ne(status, "archived"), brandScope(ctx)));
  return other ?? null;
}
