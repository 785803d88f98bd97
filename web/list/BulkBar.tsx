import { Button } from "@mantine/core";
import type { Total } from "#base/list.ts";
import { formatNumber } from "#web/formats.ts";
import type { BulkAction } from "#web/list/bulk.ts";
import classes from "#web/list/BulkBar.module.css";
import type { CellContext } from "#web/list/defineList.ts";
import type { Selection } from "#web/list/selection.ts";
import { totalText } from "#web/list/thingsText.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { IconDownload, IconSquareCheck, IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type BulkBarProps = {
  readonly selection: Selection;
  readonly total: Total | null;
  readonly actions: readonly BulkAction[];
  readonly onAction: (action: BulkAction) => void;
  readonly onSelectMatching: () => void;
  /** Left out if this selection can't be exported. */
  readonly onExport: (() => void) | null;
  readonly onClear: () => void;
  readonly context: CellContext;
};

/** The actions for the selected rows. Docked below the rows, so it neither covers nor moves them. */
export function BulkBar(props: BulkBarProps) {
  const messages = useMessages("list");
  const { selection, total, actions, onAction, context } = props;
  const everything = total === null ? "" : totalText(total, context.language);
  const count = selection.kind === "some" ? selection.ids.size : (total?.count ?? 0);
  const figure = selection.kind === "some" ? formatNumber(context.language, count) : everything;
  const hasMore = selection.kind === "some" && total !== null && (total.isCapped || total.count > selection.ids.size);
  return (
    <section className={classes.bar} aria-label={messages("selectedRows")}>
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
          {actions.map((action) => (
            <Button
              key={action.id}
              variant="default"
              size="xs"
              leftSection={<action.icon size={16} />}
              onClick={() => onAction(action)}
            >
              {context.t(`bulk.${action.id}.button`)}
            </Button>
          ))}
          {props.onExport && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={props.onExport}
            >
              {messages("exportSelected", { figure })}
            </Button>
          )}
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
        <span className="not-on-phone">{messages("clearSelection")}</span>
        <IconX size={20} className={classes.cross} aria-hidden />
      </Button>
    </section>
  );
}
