import { Button } from "@mantine/core";
import { useId } from "react";
import { pageSizes, type Total } from "#base/list.ts";
import { formatNumber } from "#web/formats.ts";
import type { CellContext } from "#web/list/defineList.ts";
import classes from "#web/list/Pager.module.css";
import { thingsText } from "#web/list/thingsText.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { IconChevronLeft, IconChevronRight } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type PagerProps = {
  /** Number of the first row on the page, from 1. */
  readonly from: number;
  /** Null while the first page loads. */
  readonly rowsCount: number | null;
  readonly total: Total | null;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
  /** Null at the end of the list. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  /** The pointer or the focus is on Next, so it will probably be pressed. */
  readonly onApproachNext: () => void;
  readonly onCountExactly: () => void;
  readonly isCounting: boolean;
  readonly context: CellContext;
};

/**
 * The range of these rows, the total, and the links to other pages. Uses cursors: there are no page numbers to jump to.
 */
export function Pager(props: PagerProps) {
  const messages = useMessages("list");
  const { from, rowsCount, total, limit, onLimit, onPrevious, onNext, context } = props;
  const sizeId = useId();
  return (
    <nav className={classes.pager} aria-label={messages("pages")}>
      <span aria-live="polite" aria-atomic="true" className={classes.range}>
        {rowsCount !== null && rangeText(from, rowsCount, total, context, messages)}
      </span>
      {rowsCount !== null && total?.isCapped && (
        <Button variant="subtle" size="compact-sm" loading={props.isCounting} onClick={props.onCountExactly}>
          {messages("countExactly")}
        </Button>
      )}
      <span className={classes.gap} />
      <label htmlFor={sizeId} className={classes.size}>
        {messages("rows")}
      </label>
      <select
        id={sizeId}
        className={classes.select}
        value={limit}
        onChange={({ currentTarget }) => onLimit(Number(currentTarget.value))}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <Button
        variant="default"
        size="xs"
        disabled={onPrevious === null}
        leftSection={<IconChevronLeft size={16} className="flip" aria-hidden />}
        onClick={() => onPrevious?.()}
      >
        {messages("previous")}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={onNext === null}
        onPointerEnter={props.onApproachNext}
        onFocus={props.onApproachNext}
        rightSection={<IconChevronRight size={16} className="flip" aria-hidden />}
        onClick={() => onNext?.()}
      >
        {messages("next")}
      </Button>
    </nav>
  );
}

/** `1–25 of 10,000+ brands`. */
function rangeText(
  from: number,
  rowsCount: number,
  total: Total | null,
  context: CellContext,
  messages: Translate<MessageKey<"list">>,
): string {
  if (rowsCount === 0) return thingsText({ count: 0, isCapped: false }, context);
  const [first, last] = [from, from + rowsCount - 1].map((place) => formatNumber(context.language, place));
  if (total === null) return `${first}–${last}`;
  // Rows may have been added since the count.
  const counted = { ...total, count: Math.max(total.count, from + rowsCount - 1) };
  return messages("range", { range: `\u2066${first}–${last}\u2069`, things: thingsText(counted, context) });
}
