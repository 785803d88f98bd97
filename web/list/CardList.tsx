import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { resourceOf } from "#base/grants.ts";
import classes from "#web/list/CardList.module.css";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { addressOf, type CellContext, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import { rowIdOf } from "#web/list/rowIdOf.ts";
import { RowPeople } from "#web/list/RowPeople.tsx";
import { isSelected, type Selection } from "#web/list/selection.ts";
import { useLongPress } from "#web/list/useLongPress.ts";
import { usePeopleIn } from "#web/live/presence.ts";
import { useMessages } from "#web/useMessages.ts";

type CardListProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  readonly rows: readonly Row[];
  readonly isStale: boolean;
  /** The server can't be reached, so the rows may no longer be current. */
  readonly isOutdated: boolean;
  /** Null while a tap opens the card; otherwise a tap selects it. */
  readonly selection: Selection | null;
  readonly onToggle: (id: string) => void;
  /** Called on a long press on a card. */
  readonly onLongPress: (id: string) => void;
  readonly context: CellContext;
};

/** The rows on a phone: the name, two lines of facts and a badge, each row high enough for a thumb. */
export function CardList<Row extends ListRow>(props: CardListProps<Row>) {
  const { list, rows, isStale, isOutdated, selection, onToggle, onLongPress, context } = props;
  const messages = useMessages("list");
  const router = useRouter();
  const peopleAt = usePeopleIn(resourceOf(list.operation.permission));
  const press = useLongPress((target) => {
    const id = rowIdOf(target);
    if (id !== null) onLongPress(id);
  });
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const id = rowIdOf(event.target as HTMLElement);
    if (press.takeClick()) return event.preventDefault();
    // A checkbox announces its own state.
    if (selection !== null || id === null || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void router.navigate({ to: addressOf(list, id) });
  };
  return (
    // Keyboards and screen readers use the links inside; the list only handles their clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <ul
      className={classes.cards}
      aria-label={context.t("title")}
      data-stale={(isStale && !isOutdated) || undefined}
      data-outdated={isOutdated || undefined}
      onClick={handleClick}
      {...press.handlers}
    >
      {rows.map((row) => (
        <li key={row.id} data-id={row.id}>
          {selection === null ? (
            <a className={classes.card} href={addressOf(list, row.id)}>
              <CardTexts list={list} row={row} context={context} />
              <RowPeople people={peopleAt(row.id)} />
            </a>
          ) : (
            // The checkbox has the name itself.
            // oxlint-disable-next-line jsx-a11y/label-has-associated-control
            <label className={classes.card}>
              <CheckMark
                label={messages("selectRow", { name: list.nameOf(row, context.language) })}
                isChecked={isSelected(selection, row.id)}
                onChange={() => onToggle(row.id)}
              />
              <CardTexts list={list} row={row} context={context} />
              <RowPeople people={peopleAt(row.id)} />
            </label>
          )}
        </li>
      ))}
    </ul>
  );
}

type CardTextsProps<Row extends ListRow> = Pick<CardListProps<Row>, "list" | "context"> & { readonly row: Row };

const CardTexts = <Row extends ListRow>({ list, row, context }: CardTextsProps<Row>) => (
  <>
    {list.picture?.(row, "large")}
    <span className={classes.texts}>
      <span className={classes.head}>
        <strong className={classes.name}>
          <bdi>{list.nameOf(row, context.language)}</bdi>
        </strong>
        {list.card.mark?.(row, context)}
      </span>
      {list.card.facts(row, context).map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of one card, which never change places
        <span key={index} className={classes.fact}>
          {fact}
        </span>
      ))}
    </span>
  </>
);
