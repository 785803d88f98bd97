import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import type { TableFormat } from "#base/tableFormats.ts";
import classes from "#web/list/PhoneMore.module.css";
import { IconDots, IconDownload, IconSquareCheck } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type PhoneMoreProps = {
  readonly onSelect: () => void;
  /** Null if export is not allowed. */
  readonly onExport: ((format: TableFormat) => void) | null;
  /** The area's own buttons, such as Import. */
  readonly actions: ReactNode;
};

/** The actions that are beside the title on a desktop, and selection, because a phone has no checkbox column. */
export function PhoneMore({ onSelect, onExport, actions }: PhoneMoreProps) {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label={shellMessages("buttons.more")}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSquareCheck size={18} aria-hidden />} onClick={onSelect}>
          {messages("selectSome")}
        </Menu.Item>
        {onExport && (
          <>
            <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => onExport("csv")}>
              {messages("exportCsv")}
            </Menu.Item>
            <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => onExport("xlsx")}>
              {messages("exportXlsx")}
            </Menu.Item>
          </>
        )}
        {actions && <div className={classes.actions}>{actions}</div>}
      </Menu.Dropdown>
    </Menu>
  );
}
