import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { type TableFile, wholeTable } from "#api/tableFile.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { ledgerAccountsTable as accounts } from "#features/loyalty/ledger/api/tables.ts";
import { memberNames, namesOf } from "#features/loyalty/wallet/api/service/names.ts";
import { readSettings } from "#features/loyalty/wallet/api/service/settings.ts";
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

/** The owner's currencies, by code. */
async function ownerCurrencies(ctx: Ctx, { ownerKind, ownerId }: StatementInput): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ currency: accounts.currency })
    .from(accounts)
    .where(and(eq(accounts.ownerKind, ownerKind), eq(accounts.ownerId, ownerId)))
    .orderBy(asc(accounts.currency));
  return rows.map(({ currency }) => currency);
}

/** Movements between two accounts of the owner change nothing in sum but stay visible; levelling between buckets is left out. */
export async function readStatement(ctx: Ctx, input: StatementInput): Promise<Statement> {
  const owner = await ownerName(ctx, input);
  const { ownerKind, ownerId, from, to } = input;
  if (from >= to) throw refused.statement_period_invalid();
  const currencies = await ownerCurrencies(ctx, input);
  const currency = input.currency ?? currencies[0] ?? (await readSettings(ctx)).platformCurrency;
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
  const rows = await readLines(ctx, and(own, gte(postings.at, from), lt(postings.at, to)));
  if (rows.length > statementRowsMax) throw refused.statement_too_long({ maximum: statementRowsMax });
  const openingMinor = before!.sum;
  let balanceMinor = openingMinor;
  const lines = rows.map((row) => {
    balanceMinor += row.amountMinor;
    return { ...row, balanceMinor };
  });
  const period = { from, to, openingMinor, closingMinor: balanceMinor };
  return { ownerKind, ownerId, owner, currency, exponent: exponentOf(currency), currencies, ...period, lines };
}

/** One for each event and kind of account. Those without a reference stay apart. */
const readLines = (ctx: Ctx, condition: SQL | undefined) => {
  const { kind, at, account, referenceKind, referenceId, reason } = postings;
  const number = sql<number>`min(${postings.number})::float8`;
  return ctx.db
    .select({
      number,
      at,
      kind,
      account,
      amountMinor: sql<number>`sum(${postings.amountMinor})::float8`,
      referenceKind,
      referenceId,
      reason,
    })
    .from(postings)
    .where(condition)
    .groupBy(
      kind,
      at,
      account,
      referenceKind,
      referenceId,
      reason,
      sql`case when ${referenceId} is null then ${postings.number} end`,
    )
    .orderBy(at, number, account)
    .limit(statementRowsMax + 1);
};

const exported = ["number", "at", "kind", "account", "currency", "amountMinor", "balanceMinor", "reason"] as const;
type Exported = Partial<Record<(typeof exported)[number], string | number | null>>;

/** Its first and last rows are the opening and the closing balance. */
export async function exportStatement(ctx: Ctx, input: StatementInput): Promise<TableFile> {
  const { lines, ownerKind, currency, from, to, openingMinor, closingMinor } = await readStatement(ctx, input);
  const rows: readonly Exported[] = [
    { at: from, kind: "opening_balance", balanceMinor: openingMinor },
    ...lines,
    { at: to, kind: "closing_balance", balanceMinor: closingMinor },
  ];
  async function* batches() {
    yield rows.map((row) => exported.map((name) => ({ ...row, currency })[name] ?? null));
  }
  return wholeTable(`statement-${ownerKind}-${currency}`, exported, batches);
}
