import { resourceOf } from "#base/grants.ts";
import type { Operation } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import type { TableFile } from "#api/tableFile.ts";

/** An access that is audited whatever its area does itself (reliability R29). */
export type AccessEvent = {
  /**
   * The resource of the operation's permission: `brands`. For public and session operations, the first word of the
   * path.
   */
  readonly resource: string;
  readonly operation: Operation;
} & (
  | { readonly kind: "export" | "read"; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "refusal"; readonly refusal: Refusal }
);

export type RecordAccess = (ctx: Ctx, sight: AccessEvent) => Promise<void>;

/**
 * Called before the response is sent: exports and reads of personal data are audited first. An error in the audit ends
 * the call, so that no data leaves unaudited.
 */
export async function auditAnswer(
  accessAudit: RecordAccess | undefined,
  ctx: Ctx,
  { operation, input }: { readonly operation: Operation; readonly input: unknown },
  answer: unknown,
) {
  const isExport = operation.reply === "csv" && !operation.holdsNoRecords;
  if (accessAudit === undefined || !(isExport || operation.readsPersonalData)) return;
  const kind = isExport ? "export" : "read";
  const exported = { ctx, operation, input, ...(isExport && (answer as TableFile).standsFor) };
  const resource = resourceNamed(exported.operation);
  const reported = exported.input as Readonly<Record<string, unknown>>;
  await accessAudit(exported.ctx, { kind, resource, operation: exported.operation, input: reported });
}

/** For refusals of a known caller. If it can't be audited, the call is refused all the same. */
export async function auditRefusal(
  accessAudit: RecordAccess | undefined,
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
