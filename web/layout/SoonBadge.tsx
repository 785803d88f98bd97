import styles from "#web/layout/MenuList.module.css";
import { useMessages } from "#web/useMessages.ts";

/** Marks a menu entry whose area is not built yet. */
export function SoonBadge({ isSoon }: { readonly isSoon: boolean }) {
  const messages = useMessages("layout");
  return isSoon && <span className={styles.soon}> {messages("menu.soon")}</span>;
}
