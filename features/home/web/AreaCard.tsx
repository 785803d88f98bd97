import { Link } from "@tanstack/react-router";
import styles from "#features/home/web/AreaCard.module.css";
import type { MenuPart } from "#web/layout/menu.ts";
import type { IconHome } from "#web/ui/icons.ts";
import { IconChevronRight } from "#web/ui/icons.ts";

type AreaCardProps = { readonly area: MenuPart; readonly icon: typeof IconHome };

/** An area of the menu: its name leads to its first entry, and each entry is a link of its own. */
export function AreaCard({ area, icon: Icon }: AreaCardProps) {
  const [first, ...others] = area.entries;
  return (
    <section className={styles.card}>
      <Link to={first?.path ?? area.path} className={styles.head}>
        <span className={styles.icon}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <h3>{area.title}</h3>
        <IconChevronRight size={16} aria-hidden="true" className="flip" />
      </Link>
      {others.length > 0 && (
        <ul className={styles.entries}>
          {others.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
