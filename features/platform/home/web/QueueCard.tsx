import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { changeTitle, requestTitle } from "#features/access/approvals/rules.ts";
import classes from "#features/platform/home/web/QueueCard.module.css";
import type { Queue } from "#features/platform/home/contract.ts";
import type { QueueName } from "#features/platform/home/rules.ts";
import { formatNumber, formatRelative } from "#web/formats.ts";
import { useNow } from "#web/record/useNow.ts";
import { IconCertificate, IconChecks, IconClock, IconTicket } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Days before the end when it becomes urgent, like the last notices (domain 1.7). */
const urgentDays = 14;

/** From here on a budget may end any moment. */
const fullPercent = 95;

const queues = {
  approvals: {
    Icon: IconChecks,
    all: "/apps/approval/approvals",
    record: "/apps/approval/approvals",
    calm: "approvalsCalm",
  },
  promocodes: {
    Icon: IconTicket,
    all: "/apps/promocode/promocodes",
    record: "/apps/promocode/promocodes",
    calm: "promocodesCalm",
  },
  budgets: {
    Icon: IconTicket,
    all: "/apps/promocode/promocodes",
    record: "/apps/promocode/promocodes",
    calm: "budgetsCalm",
  },
  reviews: { Icon: IconCertificate, all: "/apps/cert/queue", record: "/apps/cert/certs", calm: "reviewsCalm" },
  expiring: { Icon: IconClock, all: "/apps/cert/certs", record: "/apps/cert/certs", calm: "expiringNone" },
} as const;

type QueueCardProps = {
  readonly name: QueueName;
  /** Undefined while loading. */
  readonly queue: Pick<Queue, "total" | "rows"> | undefined;
  readonly calm?: string;
  /** The filters of the list of all. */
  readonly search?: Readonly<Record<string, string>>;
  /** In the head: opens the choice of which ones are listed. */
  readonly choice?: ReactNode;
  /** Shown instead of the rows. */
  readonly panel?: ReactNode;
};

const noFilters = {};

/** Open tasks, the most urgent first, and a link to all of them. */
export function QueueCard({ name, queue, calm, search = noFilters, choice, panel }: QueueCardProps) {
  const messages = useMessages("home");
  const language = useLanguage();
  const { Icon, all, record, calm: calmKey } = queues[name];
  const title = messages(`board.${name}`);
  return (
    <section className={classes.card} aria-label={title}>
      <header>
        <Icon size={18} aria-hidden="true" />
        <h2>{title}</h2>
        {queue && queue.total.count > 0 && (
          <span className={classes.count}>
            {formatNumber(language, queue.total.count)}
            {queue.total.isCapped && "+"}
          </span>
        )}
        <span className={classes.links}>
          {choice}
          <Link to={all} search={search} aria-label={`${messages("board.all")}: ${title}`}>
            {messages("board.all")}
          </Link>
        </span>
      </header>
      {panel && <div className={classes.panel}>{panel}</div>}
      {!panel && queue === undefined && <SkeletonRows rows={4} rowPx={48} />}
      {!panel && queue?.rows.length === 0 && <p className={classes.calm}>{calm ?? messages(`board.${calmKey}`)}</p>}
      {!panel && queue && queue.rows.length > 0 && (
        <ul>
          {queue.rows.map((row) => (
            <li key={row.id}>
              <QueueLine row={row} to={`${record}/${row.id}`} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function QueueLine({ row, to }: { readonly row: Queue["rows"][number]; readonly to: string }) {
  const messages = useMessages("home");
  const language = useLanguage();
  const now = useNow();
  const { code, change, at, daysLeft, percent } = row;
  const title = row.titleI18n?.[language] ?? row.title;
  const by = row.byI18n?.[language] ?? row.by;
  return (
    <>
      <Link to={to} className={classes.line}>
        <strong>
          <bdi>{change === null ? title : requestTitle({ resource: change.resource, title }, language)}</bdi>
        </strong>
        <span>
          {change !== null && changeTitle(change.action, language)}
          {code !== null && <bdi dir="ltr">{code}</bdi>}
          {by !== null && (
            <>
              {" · "}
              <bdi>{by}</bdi>
            </>
          )}
          {at !== null && ` · ${formatRelative(language, at, now)}`}
        </span>
      </Link>
      {at !== null && (
        <Link to={to} className={classes.review} aria-label={`${messages("board.review")}: ${title}`}>
          {messages("board.review")}
        </Link>
      )}
      {percent !== undefined && (
        <StatusBadge tone={percent >= fullPercent ? "error" : "warn"}>
          {messages("board.used", { percent: formatNumber(language, percent) })}
        </StatusBadge>
      )}
      {daysLeft !== null && (
        <StatusBadge tone={daysLeft <= urgentDays ? "error" : "warn"} icon={<IconClock size={14} aria-hidden="true" />}>
          {messages("board.days", { count: daysLeft })}
        </StatusBadge>
      )}
    </>
  );
}
