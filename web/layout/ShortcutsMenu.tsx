import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { eventsPath } from "#base/menuItems.ts";
import { builtItems } from "#web/layout/navigation.ts";
import { searchMenu } from "#web/layout/searchMenu.ts";
import styles from "#web/layout/ShortcutsMenu.module.css";
import { SoonBadge } from "#web/layout/SoonBadge.tsx";
import { useIsComing, useMenu, useMenuTitle } from "#web/layout/useMenu.ts";
import { useOtherTitles } from "#web/layout/useOtherTitles.ts";
import type { Shortcut } from "#web/session.tsx";
import { useShortcuts } from "#web/shortcuts.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconSearch, IconStar, IconStarFilled } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** The starred pages, and a search over all pages of the menu to star others. */
export function ShortcutsMenu({ onLeave }: { readonly onLeave: () => void }) {
  const messages = useMessages("layout");
  const isComing = useIsComing();
  const menu = builtItems(useMenu(), isComing);
  const otherTitles = useOtherTitles();
  const menuTitle = useMenuTitle();
  const { shortcuts, isStarred, canChange, toggle } = useShortcuts();
  const [typed, setTyped] = useState("");
  const isSearch = typed.trim() !== "";
  const titleOf = ({ path, title }: Shortcut) =>
    path === eventsPath ? messages("shortcuts.events") : (menuTitle(path) ?? title);
  const shown = isSearch ? searchMenu(menu, typed, (path) => otherTitles.get(path) ?? []) : shortcuts;
  return (
    <>
      {canChange && (
        <TextInput
          data-autofocus
          type="search"
          aria-label={messages("shortcuts.search")}
          placeholder={messages("shortcuts.search")}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul className={styles.list} aria-label={messages("shortcuts.title")}>
        {shown.map((shortcut) => {
          const title = titleOf(shortcut);
          const isOn = isStarred(shortcut.path);
          const Icon = isOn ? IconStarFilled : IconStar;
          return (
            <li key={shortcut.path} className={styles.line}>
              <Link to={shortcut.path} className={styles.link} onClick={onLeave}>
                <span dir="auto">{title}</span>
                <SoonBadge isSoon={isComing(shortcut.path)} />
              </Link>
              {canChange && (
                <IconButton
                  size="sm"
                  label={messages(isOn ? "shortcuts.remove" : "shortcuts.add", { title })}
                  className={isOn ? styles.on : styles.off}
                  onClick={() => toggle({ path: shortcut.path, title: shortcut.title })}
                >
                  <Icon size={16} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.empty} role="status">
        {shown.length === 0 && messages(isSearch ? "search.nothing" : "shortcuts.empty")}
      </p>
    </>
  );
}
