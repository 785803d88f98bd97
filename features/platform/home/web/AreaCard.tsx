import { Link } from "@tanstack/react-router";
import styles from "#features/platform/home/web/AreaCard.module.css";
import type { NavigationItem } from "#web/layout/menu.ts";
import { menuIcons } from "#web/layout/menuIcons.ts";
import { IconChevronRight } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** An area of the menu: its purpose, its first entry as the link of the name, and the entries with other names. */
export function AreaCard({ area }: { readonly area: NavigationItem }) {
  const messages = useMessages("home");
  const named = area.children.filter(({ title }) => title !== area.title);
  const icon = area.icon === null || area.icon === "home" ? "apps" : area.icon;
  const Icon = menuIcons[icon];
  return (
    <section className={styles.card}>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <h3>
        <Link to={area.children[0]?.url ?? area.url} className={styles.title}>
          {area.title}
          <IconChevronRight size={16} aria-hidden="true" className="flip" />
        </Link>
      </h3>
      <p className={styles.about}>{messages(`about.${icon}`)}</p>
      {named.length > 0 && (
        <ul className={styles.entries}>
          {named.map(({ url, title }) => (
            <li key={url}>
              <Link to={url}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
