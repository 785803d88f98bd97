import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "#web/ui/BottomSheetLayer.module.css";
import { IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

export type BottomSheetProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
};

/** The loaded content of `BottomSheet`: the kit's drawer with our header and footer. */
export function BottomSheetLayer({ title, isOpen, onClose, children, footer }: BottomSheetProps) {
  const messages = useMessages();
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ overlay: styles.scrim, content: styles.sheet, body: styles.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={title}>
        <span className={styles.grab} />
        <div className={styles.head}>
          <h2>{title}</h2>
          <button type="button" className={styles.close} aria-label={messages("buttons.close")} onClick={onClose}>
            <IconX size={20} aria-hidden="true" />
          </button>
        </div>
        <Drawer.Body>{children}</Drawer.Body>
        {footer && <div className={styles.foot}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}
