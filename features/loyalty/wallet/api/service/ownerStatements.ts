import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks } from "#api/csv.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import type { CsvFile } from "#api/serve.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { memberNames, namesOf } from "#features/loyalty/wallet/api/service/names.ts";
import { exponentOf, requireMember } from "#features/loyalty/wallet/api/service/wallets.ts";
import { ownerPostingsView as postings } from "#features/loyalty/wallet/api/tables.ts";
import {
  type Statement,
  statementRefusals as refused,
  statementRowsMax,
  type statements,
} from "#features/loyalty/wallet/contract/statements.ts";

/** Who is limited to brands sees the statements of these brands, and of nobody else. */
export const statementRows = {
  resource: "statements",
  table: brandsTable,
  id: brandsTable.id,
  by: { brand: brandsTable.id },
} satisfies ScopePolicy;

type StatementInput = Input<typeof statements.get>;

async function ownerName(ctx: Ctx, { ownerKind, ownerId }: StatementInput): Promise<string> {
  const scope = scopeCondition(ctx, statementRows);
  if (ownerKind === "brand") {
    const [brand] = await ctx.db
      .select({ name: brandsTable.name })
      .from(brandsTable)
      .where(and(eq(brandsTable.id, ownerId), scope));
    if (!brand) throw commonRefusals.not_found();
    return brand.name;
  }
  if (scope !== undefined) throw commonRefusals.not_found();
  if (ownerKind === "member") {
    await requireMember(ctx, ownerId);
    return (await memberNames(ctx, [ownerId])).get(ownerId)!;
  }
  const name = (await namesOf(ctx, "retailers", [ownerId])).get(ownerId);
  if (name === undefined) throw commonRefusals.not_found();
  return name;
}

/** Movements between two accounts of the owner, and levelling between buckets, change nothing in sum but stay visible. */
export async function readStatement(ctx: Ctx, input: StatementInput): Promise<Statement> {
  const owner = await ownerName(ctx, input);
  const { ownerKind, ownerId, currency, from, to } = input;
  if (from >= to) throw refused.statement_period_invalid();
  const own = and(
    eq(postings.ownerKind, ownerKind),
    eq(postings.ownerId, ownerId),
    eq(postings.currency, currency),
    sql`${postings.kind} <> 'levelled'`,
  );
  const [before] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${postings.amountMinor}), 0)::float8` })
    .from(postings)
    .where(and(own, lt(postings.at, from)));
  const rows = await ctx.db
    .select({
      number: postings.number,
      at: postings.at,
      kind: postings.kind,
      account: postings.account,
      amountMinor: postings.amountMinor,
      referenceKind: postings.referenceKind,
      referenceId: postings.referenceId,
      reason: postings.reason,
    })
    .from(postings)
    .where(and(own, gte(postings.at, from), lt(postings.at, to)))
    .orderBy(asc(postings.number), asc(postings.ordinal))
    .limit(statementRowsMax + 1);
  if (rows.length > statementRowsMax) throw refused.statement_too_long({ maximum: statementRowsMax });
  const openingMinor = before!.sum;
  let balanceMinor = openingMinor;
  const lines = rows.map((row) => {
    balanceMinor += row.amountMinor;
    return { ...row, balanceMinor };
  });
  const exponent = exponentOf(currency);
  return { ownerKind, ownerId, owner, currency, exponent, from, to, openingMinor, closingMinor: balanceMinor, lines };
}

const exported = ["number", "at", "kind", "account", "amountMinor", "balanceMinor", "reason"] as const;

export async function exportStatement(ctx: Ctx, input: StatementInput): Promise<CsvFile> {
  const { lines, ownerKind, currency } = await readStatement(ctx, input);
  async function* batches() {
    yield lines.map((line) => exported.map((name) => line[name]));
  }
  return { fileName: `statement-${ownerKind}-${currency}.csv`, chunks: csvChunks(exported, batches()) };
}
