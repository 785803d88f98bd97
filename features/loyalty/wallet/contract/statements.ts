import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

export const statementOwners = ["brand", "member", "retailer"] as const;
export const statementRowsMax = 5000;

export const statementRefusals = refusals({
  statement_too_long: { status: 422, message: "This period has more than {maximum} lines. Choose a shorter one." },
  statement_period_invalid: { status: 422, message: "The period must end after it begins." },
});

/** Postings of one event, such as a top-up that is spread over many accounts, are one line for each kind of account. */
const Line = z.object({
  /** Of the first transaction. */
  number: z.int(),
  at: z.string(),
  kind: z.string(),
  account: z.string(),
  amountMinor: z.int(),
  /** Of all accounts of the owner in this currency, after this line. */
  balanceMinor: z.int(),
  referenceKind: z.nullable(z.string()),
  referenceId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

export const Statement = z.object({
  ownerKind: z.enum(statementOwners),
  ownerId: z.string(),
  owner: z.string(),
  currency: z.string(),
  exponent: z.int(),
  /** All in which the owner has accounts. */
  currencies: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  openingMinor: z.int(),
  closingMinor: z.int(),
  lines: z.array(Line),
});
export type Statement = z.output<typeof Statement>;
export type StatementLine = z.output<typeof Line>;

const input = z.strictObject({
  ownerKind: z.enum(statementOwners),
  ownerId: fields.id(),
  /** By default the owner’s first, else the platform’s. */
  currency: z.optional(fields.currencyCode()),
  /** Including `from`, without `to`. */
  from: fields.instant(),
  to: fields.instant(),
});
const mayRefuse = [
  statementRefusals.statement_too_long,
  statementRefusals.statement_period_invalid,
  commonRefusals.not_found,
];

export const statements = {
  get: operation({
    method: "GET",
    path: "/api/v1/statements/{ownerKind}/{ownerId}",
    permission: "statements.read",
    summary: "Statement of a member, brand or retailer in one currency",
    input,
    output: Statement,
    refusals: mayRefuse,
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/statements/{ownerKind}/{ownerId}/export.csv",
    permission: "statements.export",
    summary: "Statement of a member, brand or retailer as a CSV file",
    input,
    output: z.string(),
    reply: "csv",
    refusals: mayRefuse,
  }),
};
