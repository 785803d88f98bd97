import type { KeyboardEvent, ReactNode, RefObject } from "react";
import styles from "#web/panes/DetailPane.module.css";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconArrowLeft, IconX } from "#web/ui/icons.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

type DetailPaneProps = {
  readonly label: string;
  /** Of `useDetailFocus`. */
  readonly panelRef: RefObject<HTMLElement | null>;
  /** What can be done with the record, beside the button that closes. Left out where there is none. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** One record: beside the list on a desk, instead of it on a phone, with a way back. Escape closes it. */
export function DetailPane({ label, panelRef, head, onClose, children }: DetailPaneProps) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside ref={panelRef} tabIndex={-1} className={styles.detail} aria-label={label} onKeyDown={handleKeyDown}>
      {head !== undefined && <Head onClose={onClose}>{head}</Head>}
      {children}
    </aside>
  );
}

function Head({ onClose, children }: Pick<DetailPaneProps, "onClose" | "children">) {
  const shell = useMessages();
  const isPhone = useIsPhone();
  return (
    <header className={styles.head}>
      {isPhone && (
        <IconButton label={shell("buttons.back")} onClick={onClose}>
          <IconArrowLeft size={20} aria-hidden="true" className="flip" />
        </IconButton>
      )}
      {children}
      {!isPhone && (
        <IconButton label={shell("buttons.close")} onClick={onClose}>
          <IconX size={20} aria-hidden="true" />
        </IconButton>
      )}
    </header>
  );
}
