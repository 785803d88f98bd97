import type { Column } from "#web/list/defineList.ts";
import classes from "#web/list/ListTable.module.css";
import type { Order } from "#web/list/listUrl.ts";
import { IconArrowDown, IconArrowUp } from "#web/ui/icons.ts";

type ColumnHeaderProps = {
  readonly column: Pick<Column<never>, "id" | "sort" | "firstDirection" | "isFigure">;
  readonly title: string;
  readonly isName: boolean;
  /** Its place among the pinned columns, from 1. */
  readonly pin: number | undefined;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
};

/** A column's title, and a sort button if the operation can sort by it. */
export function ColumnHeader({ column, title, isName, pin, order, onOrder }: ColumnHeaderProps) {
  const className = [isName && classes.name, column.isFigure && classes.figure].filter(Boolean).join(" ");
  const { sort, firstDirection = "asc" } = column;
  if (sort === undefined) {
    return (
      <th scope="col" className={className} data-column={column.id} data-pin={pin}>
        {title}
        {grip}
      </th>
    );
  }
  const isOrdered = order.sort === sort;
  const direction = isOrdered ? order.direction : firstDirection;
  const Arrow = direction === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={className}
      data-column={column.id}
      data-pin={pin}
      aria-sort={isOrdered ? (direction === "desc" ? "descending" : "ascending") : undefined}
    >
      <button
        type="button"
        className={classes.sorter}
        onClick={() => onOrder({ sort, direction: isOrdered ? opposite(direction) : firstDirection })}
      >
        {title}
        <Arrow size={14} className={classes.arrow} data-idle={!isOrdered || undefined} aria-hidden />
      </button>
      {grip}
    </th>
  );
}

/** Keys do the same on the button and in the panel of the columns. */
const grip = <span className={classes.grip} data-grip aria-hidden />;

const opposite = (direction: Order["direction"]): Order["direction"] => (direction === "asc" ? "desc" : "asc");
