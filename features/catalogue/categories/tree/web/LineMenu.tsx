import { ActionIcon, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { categories, type TreeRow } from "#features/catalogue/categories/contract.ts";
import { useCan } from "#web/session.tsx";
import { IconArrowsSort, IconDots, IconPencil, IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type LineMenuProps = {
  readonly row: TreeRow;
  readonly onAskMove: (id: string) => void;
  readonly onClose: () => void;
};

/** What can be done with a category from the tree. */
export function LineMenu({ row, onAskMove, onClose }: LineMenuProps) {
  const t = useMessages("categories");
  const messages = useMessages();
  const can = useCan();
  const router = useRouter();
  const goTo = (to: string, search?: Record<string, string>) =>
    void router.navigate({ to, ...(search ? { search: search } : {}) });
  return (
    <Menu position="bottom-end" defaultOpened onClose={onClose}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={messages("buttons.more")}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => goTo(`/apps/category/categories/${row.id}`)}
        >
          {t("open")}
        </Menu.Item>
        {can(categories.create) && row.depth < 5 && row.status === "active" && (
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => goTo("/apps/category/categories/new", { parent: row.id })}
          >
            {t("newBelow")}
          </Menu.Item>
        )}
        {can(categories.move) && (
          <Menu.Item leftSection={<IconArrowsSort size={16} aria-hidden />} onClick={() => onAskMove(row.id)}>
            {t("moveTo")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
