import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import {
  type Approval,
  approvalLimits,
  approvals,
  type DecisionResult,
  type Decision,
} from "#features/access/approvals/contract.ts";
import { needsComment, requestTitle } from "#features/access/approvals/rules.ts";
import { menuCountsKey } from "#web/layout/useMenuCount.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { IconCheck, IconPencil, IconX } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

const icons = { approve: IconCheck, ask_changes: IconPencil, reject: IconX };
const order = ["reject", "ask_changes", "approve"] as const;
const refreshes = [approvals.get, approvals.list, approvals.countWaiting];

type ApprovalStepsProps = {
  readonly approval: Approval;
  /** The approved change created a link that is shown only once. */
  readonly onLink: (link: string) => void;
};

/** The actions for a request: decide it as an approver, or withdraw it as its requester. */
export function ApprovalSteps({ approval, onLink }: ApprovalStepsProps) {
  const t = useMessages("approvals");
  const confirm = useConfirm();
  const toast = useToast();
  const { queryClient } = useApiClient();
  const [asked, setAsked] = useState<Exclude<Decision, "approve"> | null>(null);
  const decision = useWrite(approvals.decide, { refreshes });
  const withdrawal = useWrite(approvals.withdraw, { refreshes });
  const { id, version } = approval;
  const title = requestTitle(approval, useLanguage());
  const settled = (answer: Approval) => {
    setAsked(null);
    void queryClient.invalidateQueries({ queryKey: menuCountsKey });
    const isUnexpected = answer.state === "stale" || answer.state === "expired";
    toast({ variant: isUnexpected ? "warning" : "success", text: t(`done.${answer.state}`, { title }) });
  };
  const failed = (error: unknown) => toast({ variant: "error", text: textOf(error) });
  const take = async (wanted: Decision) => {
    if (needsComment(wanted)) return setAsked(wanted as Exclude<Decision, "approve">);
    const word = wordOf(wanted, approval);
    const question = {
      title: t(`${word}.title`, { title }),
      text: t(`${word}.text`),
      confirmLabel: t(`${word}.button`),
    };
    if (!(await confirm(question))) return;
    const approved = (answer: DecisionResult) => {
      settled(answer);
      if (answer.link !== null) onLink(answer.link);
    };
    decision.mutate({ id, version, decision: wanted }, { onSuccess: approved, onError: failed });
  };
  if (approval.state !== "pending") return null;
  const open = order.filter((wanted) => approval.decisions.includes(wanted));
  return (
    <>
      {approval.isMine && (
        <Button
          variant="default"
          loading={withdrawal.isPending}
          onClick={() => withdrawal.mutate({ id, version }, { onSuccess: settled, onError: failed })}
        >
          {t("withdraw.button")}
        </Button>
      )}
      <DecisionButtons
        approval={approval}
        open={open}
        pending={decision.isPending ? decision.variables.decision : null}
        onDecide={(wanted) => void take(wanted)}
      />
      <Suspense>
        {asked && (
          <ReasonDialog
            title={t(`${asked}.title`, { title })}
            text={t(`${asked}.text`)}
            confirmLabel={t(`${asked}.confirm`)}
            reasonMax={approvalLimits.commentMax}
            isPending={decision.isPending}
            error={decision.error}
            onConfirm={(comment) => decision.mutate({ id, version, decision: asked, comment }, { onSuccess: settled })}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type DecisionButtonsProps = {
  readonly approval: Approval;
  readonly open: readonly Decision[];
  /** The decision in progress. */
  readonly pending: Decision | null;
  readonly onDecide: (decision: Decision) => void;
};

/** The requester applies a change that no approver objected to. */
const wordOf = (decision: Decision, { isMine }: Approval) => (decision === "approve" && isMine ? "carryOut" : decision);

const DecisionButtons = ({ approval, open, pending, onDecide }: DecisionButtonsProps) => {
  const t = useMessages("approvals");
  return open.map((wanted) => {
    const Icon = icons[wanted];
    return (
      <Button
        key={wanted}
        variant={wanted === "approve" ? "filled" : "default"}
        loading={pending === wanted}
        disabled={wanted === "approve" && approval.pausedUntil !== null}
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        onClick={() => onDecide(wanted)}
      >
        {t(`${wordOf(wanted, approval)}.button`)}
      </Button>
    );
  });
};
