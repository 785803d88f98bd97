import { Drawer } from "@mantine/core";
import { useState } from "react";
import { Brand } from "#web/layout/Brand.tsx";
import styles from "#web/layout/MenuDrawer.module.css";
import { MenuList } from "#web/layout/MenuList.tsx";
import { PreferenceButtons } from "#web/layout/PreferenceButtons.tsx";
import { ReleaseLine } from "#web/layout/ReleaseLine.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconX } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const drawerPx = 280; // spec 000 §9

/** The menu of a phone, over the screen, with what its narrow toolbar has no room for. */
export function MenuDrawer({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const [isOpen, setOpen] = useState(true);
  const leave = () => setOpen(false);
  return (
    <Drawer.Root opened={isOpen} onClose={leave} onExitTransitionEnd={onClose} size={drawerPx}>
      <Drawer.Overlay className={styles.scrim ?? ""} />
      <Drawer.Content className={styles.drawer ?? ""} aria-label={words("frame.mainMenu")}>
        <div className={styles.head}>
          <Brand />
          <IconButton label={words("frame.closeMenu")} onClick={leave}>
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <MenuList isWide onLeave={leave} />
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
