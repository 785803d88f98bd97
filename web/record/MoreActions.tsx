import { Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { Operation } from "#base/contract.ts";
import type { Translate } from "#web/messageKeys.ts";
import { useCan } from "#web/session.tsx";
import { IconCopy, IconTrash } from "#web/ui/icons.ts";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useMessages } from "#web/useMessages.ts";

type MoreActionsProps = {
  readonly id: string;
  /** Path of the list of these records: a copy is created at `<path>/new`. */
  readonly path: `/${string}`;
  /** The feature's messages: `rowLinks.duplicate`. */
  readonly t: Translate<"rowLinks.duplicate">;
  readonly create: Operation;
  /** Left out if records can't be deleted. */
  readonly remove?: Operation | undefined;
  readonly onRemove: () => void;
};

/** Rare actions for a record: duplicate and delete. */
export function MoreActions({ id, path, t, create, remove, onRemove }: MoreActionsProps) {
  const messages = useMessages();
  const can = useCan();
  const router = useRouter();
  const mayRemove = remove !== undefined && can(remove);
  if (!can(create) && !mayRemove) return null;
  const handleCopy = () => void router.navigate({ to: `${path}/new`, search: { copyOf: id } });
  return (
    <MoreMenu>
      {can(create) && (
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={handleCopy}>
          {t("rowLinks.duplicate")}
        </Menu.Item>
      )}
      {mayRemove && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {messages("buttons.delete")}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}
