import type { Input } from "#base/contract.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { checkSeals, hashOfSeal } from "#api/sealChain.ts";
import type { audit, Verification } from "#features/access/audit/contract.ts";
import { auditResource } from "#features/access/audit/api/service/entries.ts";
import { sealedLog } from "#features/access/audit/api/service/seals.ts";

/** Verifies a part of the chain. The end of the whole verification writes an entry. */
export async function verifyChain(ctx: Ctx, { after }: Input<typeof audit.verify>): Promise<Verification> {
  const verification = await checkChain(ctx, after);
  if (verification.next === null) await recordAudit(ctx, [endOf(verification)]);
  return verification;
}

/** Recomputes the chain after the seal `after`, as far as one call goes, and returns the first error. */
export const checkChain = (ctx: Pick<Ctx, "db">, after: number): Promise<Verification> =>
  checkSeals(ctx, sealedLog, after);

/** The hash of one seal, in hexadecimal; null if it does not exist. */
export const hashOfSealNumber = (ctx: Pick<Ctx, "db">, number: number): Promise<string | null> =>
  hashOfSeal(ctx, sealedLog, number);

function endOf({ fault, head }: Verification) {
  const result = fault === null ? "intact" : fault.kind;
  const reported = { result, seal: fault?.seal ?? head?.number ?? 0, entryId: fault?.entryId ?? null };
  const changes = Object.fromEntries(Object.entries(reported).map(([name, after]) => [name, { before: null, after }]));
  return { action: "verify", resource: auditResource, resourceId: "*", changes };
}
