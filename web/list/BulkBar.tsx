import { Button, Menu } from "@mantine/core";
import type { Total } from "#base/list.ts";
import type { TableFormat } from "#base/tableFormats.ts";
import { formatNumber } from "#web/formats.ts";
import type { BulkAction } from "#web/list/bulk.ts";
import classes from "#web/list/BulkBar.module.css";
import type { CellContext } from "#web/list/defineList.ts";
import type { Selection } from "#web/list/selection.ts";
import { totalText } from "#web/list/thingsText.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { IconChevronDown, IconDownload, IconSquareCheck, IconX } from "#web/ui/icons.ts";
import { useFittingCount } from "#web/list/useFittingCount.ts";
import { useMessages } from "#web/useMessages.ts";

type BulkBarProps = {
  readonly selection: Selection;
  readonly total: Total | null;
  readonly actions: readonly BulkAction[];
  readonly onAction: (action: BulkAction) => void;
  readonly onSelectMatching: () => void;
  /** Left out if this selection can't be exported. */
  readonly onExport: ((format: TableFormat) => void) | null;
  readonly onClear: () => void;
  readonly context: CellContext;
};

/** More are in a menu, so that the bar stays one line (spec of lists: four actions, then More). */
const entriesMax = 4;

type Entry = {
  readonly id: string;
  readonly title: string;
  readonly Icon: BulkAction["icon"];
  readonly onClick: () => void;
};

/** The actions for the selected rows. Docked below the rows, so it neither covers nor moves them. */
export function BulkBar(props: BulkBarProps) {
  const messages = useMessages("list");
  const { selection, total, actions, onAction, context } = props;
  const everything = total === null ? "" : totalText(total, context.language);
  const count = selection.kind === "some" ? selection.ids.size : (total?.count ?? 0);
  const figure = selection.kind === "some" ? formatNumber(context.language, count) : everything;
  const entries: Entry[] = actions.map((action) => ({
    id: action.id,
    title: context.t(`bulk.${action.id}.button`),
    Icon: action.icon,
    onClick: () => onAction(action),
  }));
  const { onExport } = props;
  if (onExport) {
    const title = messages("exportSelected", { figure });
    entries.push({ id: "export", title, Icon: IconDownload, onClick: () => onExport("csv") });
    const asWorkbook = messages("exportSelectedXlsx", { figure });
    entries.push({ id: "exportXlsx", title: asWorkbook, Icon: IconDownload, onClick: () => onExport("xlsx") });
  }
  const { bar, shownCount } = useFittingCount(entriesMax);
  const hasMore = selection.kind === "some" && total !== null && (total.isCapped || total.count > selection.ids.size);
  return (
    <section ref={bar} className={classes.bar} aria-label={messages("selectedRows")}>
      <strong className={classes.count} aria-live="polite">
        <IconSquareCheck size={18} aria-hidden />
        {messages("selected", { count, figure })}
      </strong>
      {hasMore && (
        <Button variant="transparent" size="compact-sm" className={classes.all} onClick={props.onSelectMatching}>
          {messages("selectMatching", { figure: everything })}
        </Button>
      )}
      <span className={classes.rule} />
      {count > 0 && (
        <span className={classes.actions}>
          {entries.slice(0, shownCount).map(({ id, title, Icon, onClick }) => (
            <Button key={id} variant="default" size="xs" leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
              {title}
            </Button>
          ))}
          {entries.length > shownCount && <MoreActions entries={entries.slice(shownCount)} />}
        </span>
      )}
      <span className={classes.gap} />
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        className={classes.clear}
        aria-label={messages("clearSelection")}
        onClick={props.onClear}
        rightSection={
          <span className="not-on-phone">
            <Kbd>Esc</Kbd>
          </span>
        }
      >
        <span className={classes.clearText}>{messages("clearSelection")}</span>
        <IconX size={20} className={classes.cross} aria-hidden />
      </Button>
    </section>
  );
}

function MoreActions({ entries }: { readonly entries: readonly Entry[] }) {
  const messages = useMessages("list");
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {messages("more")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ id, title, Icon, onClick }) => (
          <Menu.Item key={id} leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
