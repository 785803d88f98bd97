import { useMenuCount } from "#web/layout/useMenuCount.ts";
import styles from "#web/layout/MenuList.module.css";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Number of open tasks behind a menu entry. */
export function MenuBadge({ path }: { readonly path: string }) {
  const messages = useMessages("layout");
  const language = useLanguage();
  const count = useMenuCount(path);
  if (count === null) return null;
  const figure = formatNumber(language, count);
  return (
    <bdi className={styles.badge}>
      {figure}
      <span className="hidden-visually"> {messages("menu.waiting")}</span>
    </bdi>
  );
}
