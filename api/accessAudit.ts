import { resourceOf } from "#base/grants.ts";
import type { Operation } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";

/** Something that leaves a trace whatever its area does about it (reliability R29). */
export type Sight = {
  /** Of what the operation's permission is about: `brands`. Without a permission of its own, the first word of its path. */
  readonly resource: string;
  readonly operation: Operation;
} & (
  | { readonly kind: "export" | "read"; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "refusal"; readonly refusal: Refusal }
);

export type Witness = (ctx: Ctx, sight: Sight) => Promise<void>;

/**
 * Called before the answer leaves: every file of records, and what tells of a person, is on record first. What the
 * witness throws ends the call, so that nothing is taken unseen.
 */
export async function witnessAnswer(accessAudit: Witness | undefined, ctx: Ctx, operation: Operation, input: unknown) {
  const isExport = operation.reply === "csv" && !operation.holdsNoRecords;
  if (accessAudit === undefined || !(isExport || operation.readsPersonalData)) return;
  const kind = isExport ? "export" : "read";
  const resource = resourceNamed(operation);
  await accessAudit(ctx, { kind, resource, operation, input: input as Readonly<Record<string, unknown>> });
}

/** For refusals of somebody who is known. One that could not be noted is a refusal all the same. */
export async function witnessRefusal(
  accessAudit: Witness | undefined,
  ctx: Ctx,
  operation: Operation,
  refusal: Refusal,
): Promise<void> {
  if (accessAudit === undefined || refusal.status !== 403 || ctx.actor === null) return;
  try {
    await accessAudit(ctx, { kind: "refusal", resource: resourceNamed(operation), operation, refusal });
  } catch (error) {
    ctx.log.error("refusal not noted", { requestId: ctx.requestId, code: refusal.code, error: String(error) });
  }
}

function resourceNamed({ permission, path }: Operation): string {
  const hasOwn = permission !== "public" && permission !== "session";
  return hasOwn ? resourceOf(permission) : (/^\/api\/(?:v\d+\/)?([\w-]+)/.exec(path)?.[1] ?? "house");
}
