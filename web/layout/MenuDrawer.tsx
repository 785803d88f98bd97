import { Drawer } from "@mantine/core";
import { useState } from "react";
import { Brand } from "#web/layout/Brand.tsx";
import styles from "#web/layout/MenuDrawer.module.css";
import { MenuList } from "#web/layout/MenuList.tsx";
import { PreferenceButtons } from "#web/layout/PreferenceButtons.tsx";
import { ReleaseLine } from "#web/layout/ReleaseLine.tsx";
import type { slotTheme } from "#web/layout/slotTheme.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconX } from "#web/ui/icons.ts";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useMessages } from "#web/useMessages.ts";

const drawerPx = 280; // spec 000 §9

type MenuDrawerProps = { readonly theme: ReturnType<typeof slotTheme>; readonly onClose: () => void };

/** The menu on a phone, over the screen, with the actions that don't fit its narrow toolbar. */
export function MenuDrawer({ theme, onClose }: MenuDrawerProps) {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(true);
  useFocusBack(isOpen);
  const leave = () => setOpen(false);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={leave}
      onExitTransitionEnd={onClose}
      size={drawerPx}
      classNames={{ overlay: styles.scrim, content: styles.drawer }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={messages("frame.mainMenu")} {...theme}>
        <div className={styles.head}>
          <Brand />
          <IconButton label={messages("frame.closeMenu")} onClick={leave}>
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <nav className={styles.list} aria-label={messages("frame.mainMenu")}>
          <MenuList isWide onLeave={leave} />
        </nav>
        <div className={styles.foot}>
          <PreferenceButtons />
        </div>
        <div className={styles.release}>
          <ReleaseLine />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
