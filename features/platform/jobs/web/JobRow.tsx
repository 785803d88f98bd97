import { Button, Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { bulkRuns } from "#base/bulkRuns.ts";
import type { RunState } from "#base/runs.ts";
import { importPath } from "#features/platform/imports/contract.ts";
import { type JobRun, jobs } from "#features/platform/jobs/contract.ts";
import classes from "#features/platform/jobs/web/JobRow.module.css";
import { useDownloadExport } from "#features/platform/jobs/web/useDownloadExport.ts";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { IconArrowBackUp, IconDownload, IconRefresh, IconX } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<RunState, Tone>> = {
  waiting: "warn",
  running: "info",
  done: "ok",
  stopped: "mute",
  failed: "error",
};

type JobRowProps = { readonly run: JobRun; readonly isOwn: boolean };

/** A run: what it is about, how far it is, and what can be done about it. */
export function JobRow({ run, isOwn }: JobRowProps) {
  const t = useMessages("jobs");
  const language = useLanguage();
  const area = t(`areas.${run.area}`, { defaultValue: run.area });
  const title = t("heading", { kind: useKindText(run), area });
  return (
    <li className={classes.run}>
      <div className={classes.what}>
        <h2 className={classes.title}>
          {run.kind === "import" && run.isOwn ? <Link to={importPath(run.area, run.id)}>{title}</Link> : title}
        </h2>
        <p className={classes.facts}>
          {run.detail !== null && run.kind !== "scheduled" && <bdi>{run.detail}</bdi>}
          {run.ownerName !== null && !isOwn && <bdi>{run.ownerName}</bdi>}
          <span>{formatDateTime(language, run.finishedAt ?? run.createdAt)}</span>
          {run.undo === "undone" && <span>{t("hasUndo")}</span>}
          {run.moved !== null && run.moved > 0 && (
            <span>{t("moved", { figure: formatNumber(language, run.moved) })}</span>
          )}
          {run.nextAt !== null && run.state !== "running" && (
            <span>{t("next", { at: formatDateTime(language, run.nextAt) })}</span>
          )}
        </p>
        {run.notice !== null && <Notice run={run} />}
      </div>
      <div className={classes.state}>
        <StatusBadge tone={tones[run.state]}>{t(`states.${run.state}`)}</StatusBadge>
        {run.processed !== null && run.total !== null && run.kind !== "scheduled" && <Share run={run} title={title} />}
      </div>
      <Actions run={run} isOwn={isOwn} title={title} />
    </li>
  );
}

function useKindText({ kind, detail, undo }: JobRun): string {
  const t = useMessages("jobs");
  if (undo === "undo") return t("undoOf");
  return kind === "scheduled" && isEmail(detail) ? t("email") : t(`kinds.${kind}`);
}

const isEmail = (detail: string | null) => /letter|notice|invitation|email|report|methodChanged/i.test(detail ?? "");

function Share({ run: { processed, total, state }, title }: { readonly run: JobRun; readonly title: string }) {
  const t = useMessages("jobs");
  const language = useLanguage();
  const figures = { done: formatNumber(language, processed!), all: formatNumber(language, total!) };
  return (
    <div className={classes.share}>
      {state === "running" && (
        <Progress value={total === 0 ? 0 : Math.min(100, (processed! / total!) * 100)} aria-label={title} />
      )}
      <span>{t("share", figures)}</span>
    </div>
  );
}

function Notice({ run: { kind, notice } }: { readonly run: JobRun }) {
  const t = useMessages("jobs");
  const isError = kind === "scheduled";
  return (
    <p className={classes.notice}>
      {isError ? (
        <>
          {t("lastError")} <bdi>{notice}</bdi>
        </>
      ) : (
        t(`notices.${notice}`, { defaultValue: t("noticeOther") })
      )}
    </p>
  );
}

type ActionsProps = JobRowProps & { readonly title: string };

function Actions({ run, isOwn, title }: ActionsProps) {
  const t = useMessages("jobs");
  const toast = useToast();
  const refreshes = { refreshes: [isOwn ? jobs.listOwn : jobs.list] };
  const cancel = useWrite(run.isOwn ? jobs.cancelOwn : jobs.cancel, refreshes);
  const retry = useWrite(run.isOwn ? jobs.retryOwn : jobs.retry, refreshes);
  const undo = useWrite(bulkRuns.undo, refreshes);
  const file = useDownloadExport();
  const { kind, id } = run;
  const onError = (error: Error) => void toast({ variant: "error", text: textOf(error) });
  return (
    <div className={classes.actions}>
      {run.canDownload && (
        <Button
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t("downloadOf", { title })}
          loading={file.isPending}
          onClick={() => file.mutate(id)}
        >
          {t("download")}
        </Button>
      )}
      {run.canCancel && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          aria-label={t("cancelOf", { title })}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ kind, id }, { onError })}
        >
          {t("cancel")}
        </Button>
      )}
      {run.undo === "possible" && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label={t("undoOne", { title })}
          loading={undo.isPending}
          onClick={() =>
            undo.mutate({ runId: id }, { onError, onSuccess: () => toast({ variant: "info", text: t("undoStarted") }) })
          }
        >
          {t("undo")}
        </Button>
      )}
      {run.canRetry && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          aria-label={t("retryOf", { title })}
          loading={retry.isPending}
          onClick={() => retry.mutate({ kind, id }, { onError })}
        >
          {t("retry")}
        </Button>
      )}
    </div>
  );
}
