import { ActionIcon, Button } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { isPinned, isShown, moveColumn, orderedColumns, pinColumn, showColumn } from "#web/list/columnChoice.ts";
import { widthByKey } from "#web/list/columnGestures.ts";
import type { CellContext, Column } from "#web/list/defineList.ts";
import classes from "#web/list/DisplayMenu.module.css";
import { type Display, type ListPreferences, type ColumnChoice, initialChoice } from "#web/list/preferences.ts";
import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

export type ColumnPanelProps = {
  readonly columns: readonly Column<never>[];
  readonly preferences: ListPreferences;
  readonly onPrefer: (change: Partial<Display>) => void;
  readonly context: CellContext;
};

/** Which columns are shown, in which order, which are pinned and, by keys, how wide they are. */
export function ColumnPanel({ columns, preferences, onPrefer, context }: ColumnPanelProps) {
  const messages = useMessages("list");
  const { columns: choice, widths } = preferences;
  const change = (next: ColumnChoice) => onPrefer({ columns: next });
  const ordered = orderedColumns(columns, choice).slice(1);
  const move = (id: string, by: -1 | 1) => change(moveColumn(columns, choice, { id, by }));
  const handleKey = (event: KeyboardEvent, id: string) => {
    if (!event.altKey) return;
    const width = widthByKey(event.nativeEvent, id);
    if (width !== null) onPrefer({ widths: { ...widths, [id]: width } });
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") move(id, event.key === "ArrowUp" ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <ul className={classes.columns}>
        {ordered.map((column, index) => {
          const title = context.t(`columns.${column.id}`);
          const isFixed = isPinned(column, choice);
          const Pin = isFixed ? IconPinFilled : IconPin;
          return (
            <li key={column.id} onKeyDown={(event) => handleKey(event, column.id)}>
              <label>
                <CheckMark
                  label={title}
                  isChecked={isShown(column, choice)}
                  onChange={({ currentTarget }) => change(showColumn(choice, column.id, currentTarget.checked))}
                />
                <span aria-hidden="true">{title}</span>
              </label>
              <ActionIcon
                size={28}
                aria-label={messages("pin", { title })}
                aria-pressed={isFixed}
                onClick={() => change(pinColumn(choice, column.id, !isFixed))}
              >
                <Pin size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={28}
                aria-label={messages("moveUp", { title })}
                disabled={index === 0}
                onClick={() => move(column.id, -1)}
              >
                <IconChevronUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={28}
                aria-label={messages("moveDown", { title })}
                disabled={index === ordered.length - 1}
                onClick={() => move(column.id, 1)}
              >
                <IconChevronDown size={16} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <p className={classes.hint}>{messages("columnKeys")}</p>
      <Button variant="subtle" size="compact-sm" onClick={() => onPrefer({ columns: initialChoice, widths: {} })}>
        {messages("resetColumns")}
      </Button>
    </>
  );
}
