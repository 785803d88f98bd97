import { type Approval, approvalLimits, approvals } from "#features/access/approvals/contract.ts";
import { useWrite } from "#web/operations.ts";
import { NoteThread } from "#web/record/NoteThread.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The comments of a request, and a field to add one. */
export function CommentThread({ approval }: { readonly approval: Approval }) {
  const t = useMessages("approvals");
  const saying = useWrite(approvals.comment, { refreshes: [approvals.get] });
  return (
    <NoteThread
      notes={approval.comments
        .map(({ id, text, at, byName }) => ({ id, text, createdAt: at, createdByName: byName }))
        .toReversed()}
      label={t("comments.title")}
      fieldLabel={t("comments.label")}
      button={t("comments.send")}
      textMax={approvalLimits.commentMax}
      onSay={({ id: commentId, text }) => saying.mutateAsync({ id: approval.id, commentId, text })}
    />
  );
}
