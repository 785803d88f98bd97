import { ActionIcon, Button, Menu, Popover } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { ColumnPanelProps } from "#web/list/ColumnPanel.tsx";
import classes from "#web/list/DisplayMenu.module.css";
import { focusFirst } from "#web/list/focusFirst.ts";
import { type Density, rowHeights } from "#web/list/preferences.ts";
import { IconColumns3, IconLineHeight } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const ColumnPanel = lazy(() => import("#web/list/ColumnPanel.tsx").then((module) => ({ default: module.ColumnPanel })));

/** Chooses the columns, their order, and the row height. */
export function DisplayMenu({ columns, preferences, onPrefer, context }: ColumnPanelProps) {
  const messages = useMessages("list");
  return (
    <>
      <Popover position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
            {messages("columns")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.panel} aria-label={messages("columns")}>
          <Suspense>
            <div ref={focusFirst}>
              <ColumnPanel columns={columns} preferences={preferences} onPrefer={onPrefer} context={context} />
            </div>
          </Suspense>
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
