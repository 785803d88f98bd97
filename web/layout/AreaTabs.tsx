import { Link, useLocation } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { titleIn } from "#web/i18n.ts";
import { scrollDistanceTo } from "#web/ui/scrollDistanceTo.ts";
import styles from "#web/layout/AreaTabs.module.css";
import type { Language } from "#web/screens.ts";
import { type Allowable, useCan } from "#web/session.tsx";
import { useLanguage } from "#web/useMessages.ts";

type Title = Readonly<Record<Language, string>>;
type AreaTab = Allowable & { readonly path: `/${string}`; readonly title: Title };
type AreaTabsProps = { readonly label: Title; readonly tabs: readonly AreaTab[] };

/** The screens of an area that has one menu entry. Those that the user may not open are left out. */
export function AreaTabs({ label, tabs }: AreaTabsProps) {
  const language = useLanguage();
  const can = useCan();
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, "") });
  const line = useRef<HTMLElement>(null);
  // On a phone the line of tabs is wider than the screen. Each screen has its own.
  useLayoutEffect(() => {
    const tab = line.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (line.current && tab) line.current.scrollLeft += scrollDistanceTo(line.current, tab);
  }, []);
  return (
    <nav ref={line} className={styles.tabs} aria-label={titleIn(language, label)}>
      {tabs
        .filter((tab) => can(tab))
        .map((tab) => (
          <Link
            key={tab.path}
            to={tab.path}
            className={styles.tab}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{}}
            aria-current={tab.path === path ? "page" : undefined}
          >
            {titleIn(language, tab.title)}
          </Link>
        ))}
    </nav>
  );
}
