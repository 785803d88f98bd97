import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import classes from "#web/list/CardList.module.css";
import { addressOf, type CellContext, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import { rowIdOf } from "#web/list/rowIdOf.ts";

type CardListProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  readonly rows: readonly Row[];
  readonly isStale: boolean;
  readonly context: CellContext;
};

/** The rows of a phone: the name, two lines of facts and a mark, each as high as a thumb needs. */
export function CardList<Row extends ListRow>({ list, rows, isStale, context }: CardListProps<Row>) {
  const router = useRouter();
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const id = rowIdOf(event.target as HTMLElement);
    if (id === null || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void router.navigate({ to: addressOf(list, id) });
  };
  return (
    // The links inside are what keys and screen readers use; the list only answers for all of them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <ul
      className={classes.cards}
      aria-label={context.t("title")}
      data-stale={isStale || undefined}
      onClick={handleClick}
    >
      {rows.map((row) => (
        <li key={row.id} data-id={row.id}>
          <a className={classes.card} href={addressOf(list, row.id)}>
            {list.picture?.(row, "large")}
            <span className={classes.texts}>
              <strong className={classes.name}>
                <bdi>{list.nameOf(row, context.language)}</bdi>
              </strong>
              {list.card.facts(row, context).map((fact, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines of one card, which never change places
                <span key={index} className={classes.fact}>
                  {fact}
                </span>
              ))}
            </span>
            {list.card.mark?.(row, context)}
          </a>
        </li>
      ))}
    </ul>
  );
}
