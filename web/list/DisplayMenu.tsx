import { ActionIcon, Button, Menu, Popover } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { CheckMark } from "#web/list/CheckMark.tsx";
import {
  type ColumnChoice,
  initialChoice,
  isShown,
  moveColumn,
  orderedColumns,
  showColumn,
} from "#web/list/columnChoice.ts";
import type { CellContext, Column } from "#web/list/defineList.ts";
import classes from "#web/list/DisplayMenu.module.css";
import { type Density, type ListPreferences, rowHeights } from "#web/list/preferences.ts";
import { IconChevronDown, IconChevronUp, IconColumns3, IconLineHeight } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type LookMenuProps = {
  readonly columns: readonly Column<never>[];
  readonly preferences: ListPreferences;
  readonly onPrefer: (change: Partial<ListPreferences>) => void;
  readonly context: CellContext;
};

/** Chooses the columns, their order, and the row height. */
export function DisplayMenu({ columns, preferences, onPrefer, context }: LookMenuProps) {
  const messages = useMessages("list");
  const change = (choice: ColumnChoice) => onPrefer({ columns: choice });
  return (
    <>
      <Popover position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
            {messages("columns")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.panel} aria-label={messages("columns")}>
          <ColumnList columns={columns} choice={preferences.columns} onChange={change} context={context} />
          <Button variant="subtle" size="compact-sm" onClick={() => change(initialChoice)}>
            {messages("resetColumns")}
          </Button>
        </Popover.Dropdown>
      </Popover>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="var(--control)" aria-label={messages("density")}>
            <IconLineHeight size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup
            value={preferences.density}
            onChange={(density) => onPrefer({ density: density as Density })}
          >
            {(Object.keys(rowHeights) as Density[]).map((density) => (
              <Menu.RadioItem key={density} value={density} closeMenuOnClick>
                {messages(`densities.${density}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

type ColumnListProps = {
  readonly columns: readonly Column<never>[];
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
  readonly context: CellContext;
};

function ColumnList({ columns, choice, onChange, context }: ColumnListProps) {
  const messages = useMessages("list");
  const ordered = orderedColumns(columns, choice).slice(1);
  const move = (id: string, by: -1 | 1) => onChange(moveColumn(columns, choice, { id, by }));
  const handleKey = (event: KeyboardEvent, id: string) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(id, event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <ul className={classes.columns}>
      {ordered.map((column, index) => {
        const title = context.t(`columns.${column.id}`);
        return (
          <li key={column.id} onKeyDown={(event) => handleKey(event, column.id)}>
            <label>
              <CheckMark
                label={title}
                isChecked={isShown(column, choice)}
                onChange={({ currentTarget }) => onChange(showColumn(choice, column.id, currentTarget.checked))}
              />
              <span aria-hidden="true">{title}</span>
            </label>
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
  );
}
