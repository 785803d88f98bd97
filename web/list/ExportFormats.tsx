import { Button, Menu } from "@mantine/core";
import { useMessages } from "#web/useMessages.ts";
import { IconChevronDown, IconFileSpreadsheet } from "#web/ui/icons.ts";
import type { TableFormat } from "#base/tableFormats.ts";

type ExportFormatsProps = { readonly onChoose: (format: TableFormat) => void; readonly isBusy: boolean };

/** The formats of an export, beside the button that exports CSV at once. */
export function ExportFormats({ onChoose, isBusy }: ExportFormatsProps) {
  const messages = useMessages("list");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" px={8} disabled={isBusy} aria-label={messages("exportFormats")}>
          <IconChevronDown size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={() => onChoose("xlsx")}>
          {messages("exportXlsx")}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={() => onChoose("csv")}>
          {messages("exportCsv")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
