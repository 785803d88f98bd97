import { Button } from "@mantine/core";
import { Suspense } from "react";
import { addressOf, type CellContext, type Column, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/PreviewPanel.module.css";
import { IconX } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

export type PreviewPanelProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  readonly row: Row;
  /** Those that the list has now, hidden ones too. */
  readonly columns: readonly Column<Row>[];
  readonly onClose: () => void;
  readonly context: CellContext;
};

/** A record beside its list, to read. The focus stays in the list, where j and k move it. */
export function PreviewPanel<Row extends ListRow>({ list, row, columns, onClose, context }: PreviewPanelProps<Row>) {
  const messages = useMessages("list");
  const name = list.nameOf(row, context.language);
  useKeys([{ keys: "Escape", label: messages("closePreview"), onKey: onClose }]);
  const facts = columns.slice(1).flatMap((column) => {
    const value = column.cell(row, context);
    return value === null || value === undefined || value === "" || value === false ? [] : [{ id: column.id, value }];
  });
  return (
    <aside className={classes.panel} aria-label={messages("previewOf", { name })}>
      <div className={classes.head}>
        {list.picture?.(row, "large")}
        <h2 aria-live="polite">
          <bdi>{name}</bdi>
        </h2>
        <button type="button" className={classes.close} aria-label={messages("closePreview")} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      </div>
      {/* A region that scrolls must be reachable with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.body} tabIndex={0} role="group" aria-label={name}>
        <dl className={classes.facts}>
          {facts.map(({ id, value }) => (
            <div key={id}>
              <dt>{context.t(`columns.${id}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Suspense>{list.Preview && <list.Preview key={row.id} id={row.id} />}</Suspense>
      </div>
      <div className={classes.foot}>
        <LinkButton to={addressOf(list, row.id)} {...(list.read ? { operation: list.read } : {})}>
          {messages("openRecord")}
        </LinkButton>
        <Button variant="default" onClick={onClose}>
          {messages("closePreview")}
        </Button>
      </div>
    </aside>
  );
}
