import { lifecycle } from "#base/records/lifecycle.ts";

type Facts = { readonly codeMode: string; readonly sharedCode: string | null };

/**
 * The life of a promocode's draft. Approval makes its terms the next live version, which runs on while they are edited
 * again. An archived promocode can't be used any more, and its shared code is free for another one.
 */
export const promocodeLifecycle = lifecycle<Facts>({ blockers })({
  draft: { submit: "pending_approval", archive: "archived" },
  pending_approval: {
    approve: { to: "approved", decision: "approve" },
    sendBack: { to: "draft", needsReason: true },
  },
  approved: { revise: "draft", archive: "archived" },
  archived: {},
});

function blockers({ codeMode, sharedCode }: Facts, to: string): "code_missing"[] {
  const needsCode = to === "pending_approval" || to === "approved";
  return needsCode && codeMode === "shared" && sharedCode === null ? ["code_missing"] : [];
}

/** Terms are edited as a draft only. */
export const isEditable = ({ status }: { readonly status: string }) => status === "draft";
