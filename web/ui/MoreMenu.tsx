import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { IconDots } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type MoreMenuProps = {
  /** Menu items (`Menu.Item`). */
  readonly children: ReactNode;
};

/** Rare actions of a record, in a three-dot menu beside its buttons. */
export function MoreMenu({ children }: MoreMenuProps) {
  const messages = useMessages();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="var(--control)" aria-label={messages("buttons.more")}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
