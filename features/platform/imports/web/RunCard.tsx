import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Import } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/RunCard.module.css";
import { useStop } from "#features/platform/imports/web/useStop.ts";
import { formatNumber } from "#web/formats.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RunCardProps = {
  readonly record: Import;
  /** When this was read, in milliseconds since 1970. */
  readonly at: number;
  /** Link to the full view, from other screens. */
  readonly openPath?: string;
};

/** A running import: progress, remaining time, and Stop. */
export function RunCard({ record, at, openPath }: RunCardProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const stop = useStop(record);
  const [first] = useState({ at, processed: record.processed });
  const { processed, rowsCount, isStopping } = record;
  const figure = (value: number) => formatNumber(language, value);
  const left = remainingText(at - first.at, processed - first.processed, rowsCount - processed);
  const title = t(record.state === "checking" ? "run.checking" : "run.importing", { file: record.fileName });
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <strong className={classes.title} dir="auto">
          {title}
        </strong>
        <StatusBadge tone={isStopping ? "warn" : "info"}>{t(isStopping ? "run.stopping" : "run.running")}</StatusBadge>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={rowsCount}
        aria-valuenow={processed}
        aria-valuetext={t("run.of", { done: figure(processed), total: figure(rowsCount) })}
      >
        <i style={{ inlineSize: `${(100 * processed) / Math.max(1, rowsCount)}%` }} />
      </div>
      <div className={classes.foot}>
        <span className={classes.progress}>
          {t("run.of", { done: figure(processed), total: figure(rowsCount) })}
          {left}
        </span>
        {openPath && <Link to={openPath}>{t("run.open")}</Link>}
        <button type="button" className={classes.stop} disabled={isStopping} onClick={stop}>
          {t("run.stop")}
        </button>
      </div>
    </section>
  );

  function remainingText(passedMs: number, doneRows: number, leftRows: number): string {
    if (doneRows <= 0 || passedMs <= 0) return "";
    const seconds = Math.ceil((leftRows * passedMs) / doneRows / 1000);
    const text =
      seconds < 90
        ? t("run.secondsLeft", { figure: figure(seconds) })
        : t("run.minutesLeft", { figure: figure(Math.round(seconds / 60)) });
    return `${t("run.comma")}${text}`;
  }
}
