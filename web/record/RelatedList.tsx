import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Input, Operation, Output } from "#base/contract.ts";
import type { ListControl, Page } from "#base/list.ts";
import { formatNumber } from "#web/formats.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { useRead } from "#web/operations.ts";
import { relatedMax } from "#web/record/relatedMax.ts";
import classes from "#web/record/RelatedList.module.css";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage } from "#web/useMessages.ts";

type RowOf<Op extends Operation> =
  Output<Op> extends { rows: (infer Row extends { readonly id: string })[] } ? Row : never;

type RelatedListProps<Op extends Operation> = {
  /** The list of another area. */
  readonly operation: Op;
  /** Narrows the list to the records of this one. */
  readonly filter: Omit<Input<Op>, ListControl>;
  readonly sort: Input<Op> extends { sort: infer Sort } ? Sort : never;
  readonly direction?: "asc" | "desc";
  /** Link to the full list, with the same filter in its address. */
  readonly list: { readonly to: string; readonly search: Readonly<Record<string, string>> };
  readonly wordsOfAll: (count: number, figure: string) => string;
  readonly none: { readonly icon: ReactNode; readonly title: string; readonly text?: string };
  readonly action?: ReactNode;
  /** The cells of a row: the first links to the record, the last is a badge. */
  readonly children: (row: RowOf<Op>) => ReactNode;
};

/** The first records of another area that belong to this one, and a link to all of them in their own list. */
export function RelatedList<Op extends Operation>(props: RelatedListProps<Op>) {
  const { operation, filter, sort, direction = "asc", list, wordsOfAll, none, action, children } = props;
  const language = useLanguage();
  const order = { sort, direction, ...sortLanguageOf(language) };
  const requested = { ...filter, ...order, limit: relatedMax, count: "capped" };
  const { data, error, refetch, isFetching } = useRead(operation, requested as Input<Op>);
  const page = data as Page<RowOf<Op>> | undefined;
  if (error && !page) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!page) return <SkeletonRows rows={6} rowPx={48} />;
  const { rows, total } = page;
  const count = total?.count ?? rows.length;
  if (rows.length === 0) {
    const { icon, title, text } = none;
    return (
      <EmptyState
        icon={icon}
        title={title}
        {...(text === undefined ? {} : { text })}
        {...(action === undefined ? {} : { action })}
      />
    );
  }
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <Link to={list.to} search={list.search}>
          {wordsOfAll(count, `${formatNumber(language, count)}${total?.isCapped ? "+" : ""}`)}
        </Link>
        {action}
      </div>
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}
