import { useLocation } from "@tanstack/react-router";
import { useShortcuts } from "#web/shortcuts.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconStar, IconStarFilled } from "#web/ui/icons.ts";
import styles from "#web/ui/StarButton.module.css";
import { useMessages } from "#web/useMessages.ts";

/** Adds this page to the toolbar's shortcuts, or removes it. */
export function StarButton({ title }: { readonly title: string }) {
  const messages = useMessages("layout");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { isStarred, canChange, toggle } = useShortcuts();
  if (!canChange) return null;
  const isOn = isStarred(path);
  const Icon = isOn ? IconStarFilled : IconStar;
  return (
    <IconButton
      label={messages(isOn ? "shortcuts.remove" : "shortcuts.add", { title })}
      isPressed={isOn}
      onClick={() => toggle({ path, title })}
      className={isOn ? styles.on : styles.off}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  );
}
