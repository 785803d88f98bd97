import { and, eq, inArray } from "drizzle-orm";
import { commonRefusals, type FieldError } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { isReachable, rowsOfResource } from "#api/reachable.ts";
import { brandHolders, retailerHolders } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { bodiesTable, standardsTable } from "#features/halal/certifiers/api/tables.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";

type Choices = Pick<CertificateInput, "bodyId" | "standardIds">;

type Holder = Pick<CertificateInput, "holderBrandId" | "holderRetailerId">;

/** Refuses with `invalid_input` for a holder that the caller may not see. The current holder may stay. */
export async function requireHolder(
  ctx: Ctx,
  { holderBrandId, holderRetailerId }: Holder,
  before?: Holder,
): Promise<void> {
  const holders = [
    {
      path: "holderBrandId",
      rows: rowsOfResource(ctx, "brands") ?? brandHolders,
      id: holderBrandId,
      known: before?.holderBrandId,
    },
    {
      path: "holderRetailerId",
      rows: rowsOfResource(ctx, "retailers") ?? retailerHolders,
      id: holderRetailerId,
      known: before?.holderRetailerId,
    },
  ];
  for (const { path, rows, id, known } of holders) {
    if (id === null || id === known || (await isReachable(ctx, rows, id))) continue;
    const problem = { path, code: "choice_gone", message: "This no longer exists. Choose again." };
    throw commonRefusals.invalid_input({}, [problem]);
  }
}

/** Refuses with `invalid_input` for an archived certifier or standard, unless the certificate has it already. */
export async function requireChoices(ctx: Ctx, { bodyId, standardIds }: Choices, before?: Choices): Promise<void> {
  const errors: FieldError[] = [];
  const gone = (path: keyof Choices) =>
    errors.push({ path, code: "choice_gone", message: "This no longer exists. Choose again." });
  if (bodyId !== before?.bodyId) {
    const isArchived = and(eq(bodiesTable.id, bodyId), eq(bodiesTable.status, "archived"));
    if ((await ctx.db.select({ id: bodiesTable.id }).from(bodiesTable).where(isArchived)).length > 0) gone("bodyId");
  }
  const added = standardIds.filter((id) => before?.standardIds.includes(id) !== true);
  if (added.length > 0) {
    const isArchived = and(inArray(standardsTable.id, added), eq(standardsTable.status, "archived"));
    const archived = await ctx.db.select({ id: standardsTable.id }).from(standardsTable).where(isArchived);
    if (archived.length > 0) gone("standardIds");
  }
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}
