import { Modal } from "@mantine/core";
import { type ReactNode, useCallback } from "react";
import styles from "#web/ui/DialogLayer.module.css";
import { IconX } from "#web/ui/icons.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

export type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  readonly widthPx?: number;
  /** A question stays small on a phone; other dialogs fill the screen. */
  readonly isCompact?: boolean;
  readonly role?: "dialog" | "alertdialog";
};

/** The loaded content of `Dialog`: the kit's modal with our header and footer. */
export function DialogLayer({
  title,
  isOpen,
  onClose,
  children,
  footer,
  widthPx = 480,
  isCompact = false,
  role = "dialog",
}: DialogProps) {
  const messages = useMessages();
  const isPhone = useIsPhone();
  // The kit sets the role "dialog" on every modal and ignores a prop for it.
  const sayRole = useCallback((content: HTMLElement | null) => content?.setAttribute("role", role), [role]);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={widthPx}
      centered
      fullScreen={isPhone && !isCompact}
      classNames={{ overlay: styles.scrim, content: styles.content, body: styles.body }}
    >
      <Modal.Overlay />
      <Modal.Content ref={sayRole} aria-label={title}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <button type="button" className={styles.close} aria-label={messages("buttons.close")} onClick={onClose}>
            <IconX size={18} aria-hidden="true" />
          </button>
        </div>
        <Modal.Body>{children}</Modal.Body>
        {footer && <div className={styles.foot}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
