import { Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { BulkAction } from "#web/list/bulk.ts";
import { addressOf, type CellContext, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import { useCan } from "#web/session.tsx";
import { IconArrowRight, IconLink, IconPencil, IconTrash } from "#web/ui/icons.ts";
import { useCopying } from "#web/ui/useCopy.ts";
import { useMessages } from "#web/useMessages.ts";

export type RowMenuProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  readonly row: Row;
  /** Where the menu was opened. */
  readonly button: HTMLElement;
  readonly actions: readonly BulkAction[];
  readonly onAction: (action: BulkAction, id: string) => void;
  /** Null if it can't be deleted. */
  readonly onRemove: ((id: string) => void) | null;
  readonly onClose: () => void;
  readonly context: CellContext;
};

/** The actions for one row. A single menu for all rows: one per row would cost more than the rest of the table. */
export function RowMenu<Row extends ListRow>(props: RowMenuProps<Row>) {
  const messages = useMessages("list");
  const { list, row, button, actions, onAction, onRemove, onClose, context } = props;
  const router = useRouter();
  const can = useCan();
  const copy = useCopying();
  const [box] = useState(() => button.getBoundingClientRect());
  useEffect(() => {
    button.setAttribute("aria-expanded", "true");
    return () => {
      button.removeAttribute("aria-expanded");
      button.focus({ preventScroll: true });
    };
  }, [button]);
  const go = (to: string, search: Readonly<Record<string, string>> = {}) => void router.navigate({ to, search });
  const copyLink = () => copy(new URL(addressOf(list, row.id), location.href).href, messages("linkCopied"));
  const ownActions = actions.filter(({ isForMany }) => !isForMany);
  const links = (list.rowLinks ?? []).filter(({ operation }) => operation === undefined || can(operation));
  return (
    <Menu opened onChange={onClose} position="bottom-end" withinPortal>
      <Menu.Target>
        <span
          style={{
            position: "fixed",
            insetBlockStart: box.top,
            left: box.left,
            inlineSize: box.width,
            blockSize: box.height,
            pointerEvents: "none",
          }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={messages("moreFor", { name: list.nameOf(row, context.language) })}>
        <Menu.Item
          leftSection={<IconArrowRight size={16} className="flip" aria-hidden />}
          onClick={() => go(addressOf(list, row.id))}
        >
          {messages("open")}
        </Menu.Item>
        {list.update && can(list.update) && (
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => go(addressOf(list, row.id), { edit: "yes" })}
          >
            {messages("edit")}
          </Menu.Item>
        )}
        {links.map(({ id, to }) => (
          <Menu.Item key={id} onClick={() => go(to(row).to, to(row).search)}>
            {context.t(`rowLinks.${id}`)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink()}>
          {messages("copyLink")}
        </Menu.Item>
        {ownActions.length > 0 && <Menu.Divider />}
        {ownActions.map((action) => (
          <Menu.Item key={action.id} leftSection={<action.icon size={16} />} onClick={() => onAction(action, row.id)}>
            {context.t(`bulk.${action.id}.button`)}
          </Menu.Item>
        ))}
        {onRemove && <RemoveItem onRemove={() => onRemove(row.id)} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function RemoveItem({ onRemove }: { readonly onRemove: () => void }) {
  const messages = useMessages();
  return (
    <>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
        {messages("buttons.delete")}
      </Menu.Item>
    </>
  );
}
