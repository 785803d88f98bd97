import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { IconX } from "#web/ui/icons.ts";
import styles from "#web/ui/SidePanelLayer.module.css";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

export type SidePanelProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What the decision is about: scrolls. */
  readonly children: ReactNode;
  /**
   * Always visible above the buttons: the reason, and why the last attempt was refused. Required, so that no panel
   * forgets it; null if there is neither.
   */
  readonly pinned: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer: ReactNode;
};

/** The loaded content of `SidePanel`: the kit's drawer with our header and foot. */
export function SidePanelLayer({ title, isOpen, onClose, children, pinned, footer }: SidePanelProps) {
  const messages = useMessages();
  const isPhone = useIsPhone();
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={isPhone ? "100%" : 480}
      classNames={{ overlay: styles.scrim, content: styles.panel, body: styles.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={title} data-side-panel>
        <div className={styles.head}>
          <h2>{title}</h2>
          <button type="button" className={styles.close} aria-label={messages("buttons.close")} onClick={onClose}>
            <IconX size={18} aria-hidden="true" />
          </button>
        </div>
        {/* A region that scrolls must be reachable with the keyboard. */}
        <Drawer.Body tabIndex={0} role="group" aria-label={title}>
          {children}
        </Drawer.Body>
        <div className={styles.foot}>
          {pinned && <div className={styles.pinned}>{pinned}</div>}
          <div className={styles.buttons}>{footer}</div>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
