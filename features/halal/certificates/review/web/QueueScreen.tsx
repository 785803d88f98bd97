import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import classes from "#features/halal/certificates/review/web/QueueScreen.module.css";
import { fromQueue } from "#features/halal/certificates/review/web/useQueueNavigation.ts";
import { formatNumber, formatPlannedDay, formatRelative } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useNow } from "#web/record/useNow.ts";
import { IconChecks } from "#web/ui/icons.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { QueueEntry } from "#features/halal/certificates/review/contract.ts";

/** Certificates waiting for a review, the longest waiting first: the user's own, then unassigned ones. */
export function QueueScreen() {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const lines = useRef<HTMLDivElement>(null);
  const focusBy = (step: 1 | -1) => {
    const links = [...(lines.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  useKeys([
    { keys: "j", label: recordMessages("nextRecord"), onKey: () => focusBy(1) },
    { keys: "k", label: recordMessages("previousRecord"), onKey: () => focusBy(-1) },
  ]);
  const { data, error, refetch } = useRead(certificates.readQueue, {}, { everyMs: 60_000 });
  const isEmpty = data !== undefined && data.mine.length + data.nobodys.length + data.others.length === 0;
  return (
    <Page
      title={t("queue.title")}
      breadcrumbs={[{ title: t("title"), to: "/apps/cert/certs" }, { title: t("queue.title") }]}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} rowPx={56} />}
      {isEmpty && (
        <EmptyState
          icon={<IconChecks size={28} aria-hidden />}
          title={t("queue.emptyTitle")}
          text={t("queue.emptyText")}
        />
      )}
      {data && !isEmpty && (
        <div className={classes.queue} ref={lines}>
          <QueuePart title={t("queue.mine")} entries={data.mine} />
          <QueuePart title={t("queue.nobodys")} entries={data.nobodys} />
          <QueuePart title={t("queue.others")} entries={data.others} />
        </div>
      )}
    </Page>
  );
}

function QueuePart({ title, entries }: { readonly title: string; readonly entries: readonly QueueEntry[] }) {
  const language = useLanguage();
  if (entries.length === 0) return null;
  return (
    <section className={classes.part}>
      <h2>
        {title} <span>{formatNumber(language, entries.length)}</span>
      </h2>
      <ul>
        {entries.map((entry) => (
          <QueueLine key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

/** A late renewal stops sales: the last notices are sent a month before (domain 1.7). */
const soonDays = 30;

function QueueLine({ entry }: { readonly entry: QueueEntry }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const now = useNow();
  const { id, code, certificateNo, holderName, body, kind, submittedAt, reviewer, isRenewal } = entry;
  const { predecessorLastDay, predecessorDaysLeft } = entry;
  return (
    <li>
      <div className={classes.name}>
        <Link to={`/apps/cert/certs/${id}`} search={fromQueue} className={classes.link}>
          <bdi dir="ltr">{certificateNo}</bdi>
        </Link>
        <span>
          <bdi>{holderName}</bdi> · {body} · {t(`kind.${kind}`, { defaultValue: kind })} ·{" "}
          <bdi className={classes.code}>{code}</bdi>
        </span>
      </div>
      {isRenewal && (
        <StatusBadge tone={predecessorDaysLeft !== null && predecessorDaysLeft <= soonDays ? "warn" : "info"}>
          {predecessorLastDay
            ? t("queue.renewalOf", { day: formatPlannedDay(language, predecessorLastDay) })
            : t("queue.renewal")}
        </StatusBadge>
      )}
      <span className={classes.waits}>
        {formatRelative(language, submittedAt, now)}
        {reviewer && (
          <>
            {" · "}
            <bdi>{reviewer.name}</bdi>
          </>
        )}
      </span>
    </li>
  );
}
