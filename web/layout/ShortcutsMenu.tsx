import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { eventsPath } from "#web/layout/fixedSections.ts";
import styles from "#web/layout/ShortcutsMenu.module.css";
import { SoonBadge } from "#web/layout/SoonBadge.tsx";
import { useIsComing, useMenuTitle } from "#web/layout/useMenu.ts";
import type { Shortcut } from "#web/session.tsx";
import { useShortcuts } from "#web/shortcuts.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconStar, IconStarFilled } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** The starred pages. A star here removes one; the star beside a page's title adds it. */
export function ShortcutsMenu() {
  const messages = useMessages("layout");
  const menuTitle = useMenuTitle();
  const isComing = useIsComing();
  const { shortcuts, canChange, toggle } = useShortcuts();
  const titleOf = ({ path, title }: Shortcut) =>
    path === eventsPath ? messages("shortcuts.events") : (menuTitle(path) ?? title);
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <IconButton label={messages("shortcuts.title")}>
          <IconStar size={20} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{messages("shortcuts.title")}</Menu.Label>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.path} className={styles.line} role="none">
            <Menu.Item
              component={Link}
              to={shortcut.path}
              rightSection={<SoonBadge isSoon={isComing(shortcut.path)} />}
            >
              <span dir="auto">{titleOf(shortcut)}</span>
            </Menu.Item>
            {canChange && (
              <IconButton
                size="sm"
                role="menuitem"
                tabIndex={-1}
                label={messages("shortcuts.remove", { title: titleOf(shortcut) })}
                className={styles.star}
                onClick={() => toggle(shortcut)}
              >
                <IconStarFilled size={16} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        ))}
        {shortcuts.length === 0 && <p className={styles.empty}>{messages("shortcuts.empty")}</p>}
      </Menu.Dropdown>
    </Menu>
  );
}
