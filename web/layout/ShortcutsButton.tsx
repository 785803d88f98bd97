import { Popover } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconStar } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const ShortcutsMenu = lazy(() =>
  import("#web/layout/ShortcutsMenu.tsx").then((module) => ({ default: module.ShortcutsMenu })),
);

/** Opens the starred pages. */
export function ShortcutsButton() {
  const messages = useMessages("layout");
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={messages("shortcuts.title")} onClick={() => setOpen(!isOpen)}>
          <IconStar size={20} aria-hidden="true" />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages("shortcuts.title")}>
        <Suspense>
          <ShortcutsMenu onLeave={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
