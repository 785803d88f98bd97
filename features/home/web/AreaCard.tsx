import { Link } from "@tanstack/react-router";
import styles from "#features/home/web/AreaCard.module.css";
import type { MenuPart } from "#web/layout/menu.ts";
import { menuIcons } from "#web/layout/menuIcons.ts";
import { IconChevronRight } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

/** An area of the menu: what it is for, its first entry behind its name, and each entry that is called otherwise. */
export function AreaCard({ area }: { readonly area: MenuPart }) {
  const words = useWords("home");
  const named = area.entries.filter(({ title }) => title !== area.title);
  const Icon = menuIcons[area.icon];
  return (
    <section className={styles.card}>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <h3>
        <Link to={area.entries[0]?.path ?? area.path} className={styles.title}>
          {area.title}
          <IconChevronRight size={16} aria-hidden="true" className="flip" />
        </Link>
      </h3>
      <p className={styles.about}>{words(`about.${area.icon}`)}</p>
      {named.length > 0 && (
        <ul className={styles.entries}>
          {named.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
