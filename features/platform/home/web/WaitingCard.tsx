import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "#features/platform/home/web/WaitingCard.module.css";
import { formatNumber } from "#web/formats.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The list has the others. */
export const shownMax = 3;

type Line = {
  readonly id: string;
  readonly title: ReactNode;
  readonly facts: ReactNode;
  readonly mark: ReactNode;
  readonly to: string;
};

type WaitingCardProps = {
  readonly title: string;
  readonly icon: ReactNode;
  /** Shown if there is nothing to do. */
  readonly calm: string;
  /** Which ones are counted. */
  readonly choice?: ReactNode;
  readonly all: { readonly to: string; readonly search?: Readonly<Record<string, string>> };
  /** Undefined while loading. */
  readonly lines: readonly Line[] | undefined;
  /** The total; `10,000+` above the counting limit. */
  readonly total: { readonly count: number; readonly isCapped: boolean } | undefined;
  readonly query: { readonly error: unknown; readonly refetch: () => unknown; readonly isFetching: boolean };
};

/** Open tasks, the most urgent first, and a link to all of them. */
export function WaitingCard({ title, icon, calm, choice, all, lines, total, query }: WaitingCardProps) {
  const messages = useMessages("home");
  const language = useLanguage();
  return (
    <section className={classes.card} aria-label={title}>
      <header>
        {icon}
        <h2>{title}</h2>
        {total !== undefined && total.count > 0 && (
          <span className={classes.count}>
            {formatNumber(language, total.count)}
            {total.isCapped && "+"}
          </span>
        )}
        <Link to={all.to} search={all.search ?? {}} aria-label={`${messages("board.all")}: ${title}`}>
          {messages("board.all")}
        </Link>
      </header>
      {choice && <div className={classes.choice}>{choice}</div>}
      {query.error != null && lines === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      {query.error == null && lines === undefined && <SkeletonRows rows={shownMax} rowPx={52} />}
      {lines?.length === 0 && <p className={classes.calm}>{calm}</p>}
      <ul>
        {lines?.map((line) => (
          <li key={line.id}>
            <Link to={line.to} className={classes.line}>
              <strong>{line.title}</strong>
              <span>{line.facts}</span>
            </Link>
            {line.mark}
          </li>
        ))}
      </ul>
    </section>
  );
}
