import { Alert, Button, Progress } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import type { BulkRun } from "#base/bulkRuns.ts";
import type { Operation } from "#base/contract.ts";
import classes from "#web/bulkRuns/BulkRunDialog.module.css";
import { isAllAtOnce, isEnded, useBulkRun } from "#web/bulkRuns/useBulkRun.ts";
import { formatNumber } from "#web/formats.ts";
import type { BulkDialogProps } from "#web/list/bulkDialogProps.ts";
import { BulkPreviewText } from "#web/list/BulkPreviewText.tsx";
import { BulkReasonField, unsaid } from "#web/list/BulkReasonField.tsx";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconArrowBackUp } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type BulkRunDialogProps = BulkDialogProps & {
  readonly operation: Operation;
  /** The action is no run: its usual dialog takes over. */
  readonly onAllAtOnce: () => void;
};

/** A bulk action over many records: counted, confirmed, then followed while the server changes them in batches. */
export function BulkRunDialog(props: BulkRunDialogProps) {
  const { bulk, action, operation, target, onAllAtOnce, onClose, onDone, context } = props;
  const messages = useMessages("bulkRuns");
  const [reason, setReason] = useState("");
  const [input] = useState({
    ...action.input,
    ...(action.needsReason ? { reason: unsaid } : {}),
    selection: target,
  });
  const { run, error, confirm, stop, undo } = useBulkRun({ operation, input, refreshes: bulk.refreshes });
  const isNoRun = isAllAtOnce(error);
  useEffect(() => {
    if (isNoRun) onAllAtOnce();
  }, [isNoRun, onAllAtOnce]);
  const isReady = run?.state === "ready";
  const handleClose = () => {
    // What was only counted is of no use to anyone.
    if (run === null || isReady || run.state === "counting") stop.mutate();
    if (run !== null && (run.changed > 0 || run.undo === "undo")) onDone();
    else onClose();
  };
  const said = reason.trim();
  return (
    <SidePanel
      isOpen
      title={context.t(`bulk.${action.id}.title`)}
      onClose={handleClose}
      pinned={
        <>
          {action.needsReason && isReady && (
            <BulkReasonField hint={context.t(`bulk.${action.id}.reasonHint`)} reason={reason} onChange={setReason} />
          )}
          {confirm.error && <ErrorAlert error={confirm.error} />}
          {undo.error && <ErrorAlert error={undo.error} />}
        </>
      }
      footer={
        <RunButtons run={run} stop={stop} undo={undo} onClose={handleClose}>
          {isReady && (
            <ConfirmButton
              action={action}
              context={context}
              changing={run.preview?.changing ?? 0}
              isSaid={!action.needsReason || said !== ""}
              isPending={confirm.isPending}
              onConfirm={() => confirm.mutate(action.needsReason ? said : undefined)}
            />
          )}
        </RunButtons>
      }
    >
      {error && !isNoRun && <ErrorState error={error} onRetry={onClose} isRetrying={false} />}
      {isReady && run.preview && (
        <>
          <BulkPreviewText preview={run.preview} action={action} context={context} />
          <p className={classes.note}>{messages("batches")}</p>
        </>
      )}
      {run && !isReady && <RunProgress run={run} />}
      {!run && !error && <p role="status">{messages("counting", { figure: formatNumber(context.language, 0) })}</p>}
    </SidePanel>
  );
}

type RunButtonsProps = Pick<ReturnType<typeof useBulkRun>, "run" | "stop" | "undo"> & {
  readonly onClose: () => void;
  readonly children: ReactNode;
};

function RunButtons({ run, stop, undo, onClose, children }: RunButtonsProps) {
  const messages = useMessages("bulkRuns");
  return (
    <>
      {run?.state === "running" && (
        <Button variant="default" disabled={run.isStopping} loading={stop.isPending} onClick={() => stop.mutate()}>
          {messages(run.isStopping ? "cancelling" : "cancelRun")}
        </Button>
      )}
      {run?.undo === "possible" && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {messages("undo")}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {messages("close")}
      </Button>
      {children}
    </>
  );
}

const ErrorAlert = ({ error }: { readonly error: Error }) => (
  <Alert color="red" role="alert">
    {textOf(error)}
  </Alert>
);

type ConfirmButtonProps = Pick<BulkDialogProps, "action" | "context"> & {
  readonly changing: number;
  readonly isSaid: boolean;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
};

const ConfirmButton = ({ action, context, changing, isSaid, isPending, onConfirm }: ConfirmButtonProps) => (
  <Button
    {...(action.isDangerous && { color: "red" })}
    disabled={changing === 0 || !isSaid}
    loading={isPending}
    onClick={onConfirm}
    data-bulk-apply
  >
    {context.t(`bulk.${action.id}.confirm`, { count: changing, figure: formatNumber(context.language, changing) })}
  </Button>
);

function RunProgress({ run }: { readonly run: BulkRun }) {
  const messages = useMessages("bulkRuns");
  const language = useLanguage();
  const { state, notice, preview, changed, moved, leftOut } = run;
  const isUndo = run.undo === "undo";
  if (state === "counting")
    return <p role="status">{messages("counting", { figure: formatNumber(language, run.matched) })}</p>;
  const all = preview?.changing ?? 0;
  const figures = { done: formatNumber(language, changed), all: formatNumber(language, all) };
  const share = all === 0 ? 0 : Math.round(((changed + moved + leftOut) / all) * 100);
  return (
    <div className={classes.run}>
      <Progress
        className={classes.bar}
        value={share}
        aria-label={messages("progressLabel")}
        {...(state === "failed" && { color: "red" })}
      />
      <p className={classes.figures} role="status">
        {isEnded(run)
          ? messages(`${isUndo ? "undone" : "outcome"}.${state as "done"}`, figures)
          : messages(isUndo ? "undoing" : "progress", figures)}
      </p>
      {moved > 0 && <p>{messages(isUndo ? "changedSince" : "moved", { figure: formatNumber(language, moved) })}</p>}
      {leftOut > 0 && (
        <p>{messages(isUndo ? "notRestorable" : "leftOut", { figure: formatNumber(language, leftOut) })}</p>
      )}
      {run.undo === "possible" && <p className={classes.note}>{messages("undoHint")}</p>}
      {notice !== null && (
        <Alert color="yellow">{messages(`notices.${notice}`, { defaultValue: messages("noticeOther") })}</Alert>
      )}
      {state === "running" && (
        <>
          {isUndo && <p className={classes.note}>{messages("undoBatches")}</p>}
          <p className={classes.note}>{messages("follow")}</p>
          <LinkButton to="/apps/jobs" variant="default" size="sm">
            {messages("jobs")}
          </LinkButton>
        </>
      )}
    </div>
  );
}
