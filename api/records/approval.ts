import type { PendingApproval } from "#base/approvals.ts";
import { losesRequirement } from "#base/impact.ts";
import type { Op, PreviewedPatch, RecordTypes } from "#base/records/types.ts";
import { type Approvable, approvable, type RequestDescription } from "#api/approvals.ts";
import type { Ctx } from "#api/context.ts";
import { triesLoss, runAndRollBack } from "#api/impact.ts";
import type { RecordStore, StoredRecord } from "#api/records/types.ts";

type ApprovalOptions<T extends RecordTypes> = {
  /** Declared with `updateWithApproval`. */
  readonly operation: Op<PreviewedPatch<T>, T["record"] | PendingApproval>;
  readonly titleOf: (record: T["record"]) => string;
  /** The code of the approvals' message that counts the affected products. */
  readonly counted: string;
};

/**
 * An update that requires less of products needs a second person (docs/decisions/0045). One person makes all others.
 */
export const updateApproval = <T extends RecordTypes, Stored extends StoredRecord<T>>(
  { description, impactFields, handlers, consequencesOf }: RecordStore<T, Stored>,
  { operation, titleOf, counted }: ApprovalOptions<T>,
): Approvable => {
  const readCurrent = (ctx: Ctx, { id }: PreviewedPatch<T>) => handlers.get(ctx, { id });
  const describe = async (ctx: Ctx, input: PreviewedPatch<T>): Promise<RequestDescription> => {
    const consequences = await runAndRollBack(ctx, (inner) => consequencesOf(inner, input));
    const lost = consequences.filter((each) => losesRequirement([each]));
    return {
      title: titleOf(await readCurrent(ctx, input)),
      impact: lost.map(({ count }) => ({ code: counted, count })),
    };
  };
  return approvable<Op<PreviewedPatch<T>, T["record"] | PendingApproval>>({
    action: operation.permission,
    resource: description.auditResource,
    operation,
    resourceIdOf: ({ id }) => id,
    isMeant: (input, ctx) =>
      impactFields.some((name) => (input as Partial<T["values"]>)[name] !== undefined) &&
      triesLoss(ctx, (inner) => consequencesOf(inner, input)),
    baseVersion: async (ctx, input) => (await readCurrent(ctx, input)).version,
    apply: handlers.update,
    describe,
  });
};
