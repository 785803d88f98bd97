import styles from "#web/layout/Footer.module.css";
import { ReleaseLine } from "#web/layout/ReleaseLine.tsx";
import type { slotTheme } from "#web/layout/slotTheme.ts";
import { useOpenLayer } from "#web/layout/frameLayers.ts";
import { useSignedInUser } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

type FooterProps = { readonly theme: ReturnType<typeof slotTheme>; readonly isStatic: boolean };

/** The bar below every screen, for users who want one: the product, keyboard help, and the version. */
export function Footer({ theme, isStatic }: FooterProps) {
  const messages = useMessages();
  const keys = useMessages("layout")("keys.title");
  const open = useOpenLayer();
  const isSignedIn = useSignedInUser() !== null;
  return (
    <footer className={styles.footer} data-static={isStatic || undefined} {...theme}>
      <span className={styles.product}>
        {messages("appName")} · {messages("tagline")}
      </span>
      {isSignedIn && (
        <button type="button" className={styles.keys} onClick={() => open("keys")}>
          {keys}
        </button>
      )}
      <ReleaseLine />
    </footer>
  );
}
