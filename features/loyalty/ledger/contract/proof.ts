import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";

/** How many rows of a broken law are named. */
export const brokenRowsMax = 100;

/** A law that does not hold, and the rows that break it. Its number and its text: docs/ledger.md. */
export const BrokenLaw = z.object({
  number: z.int(),
  /** `chain_gap`: what the law is called in messages. */
  law: z.string(),
  rows: z.array(z.looseObject({})),
});
export type BrokenLaw = z.output<typeof BrokenLaw>;

export const Proof = z.object({
  id: z.string(),
  at: fields.instant(),
  /** Null: the nightly job. */
  actorId: z.nullable(z.string()),
  tookMs: z.int(),
  transactions: z.int(),
  /** Empty: every law holds. */
  broken: z.array(BrokenLaw),
});
export type Proof = z.output<typeof Proof>;

/** Beyond the usual limit: the proof reads the whole ledger. */
export const verifyMs = 120_000;

export const ledgerProof = {
  verify: operation({
    method: "POST",
    path: "/api/v1/ledger/verification",
    permission: "ledger.verify",
    summary: "Check every law over the whole ledger, and name the rows that break one. Changes nothing in it",
    pace: "export",
    timeoutMs: verifyMs,
    input: z.strictObject({}),
    output: z.object({
      proof: Proof,
      /** Every law that was checked, also those that hold, with the time it took. */
      laws: z.array(z.object({ number: z.int(), law: z.string(), isBroken: z.boolean(), tookMs: z.int() })),
    }),
  }),
  proofs: operation({
    method: "GET",
    path: "/api/v1/ledger/verification",
    reads: [{ resource: "ledger" }],
    permission: "ledger.verify",
    summary: "The latest proofs, newest first",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(Proof) }),
  }),
};
