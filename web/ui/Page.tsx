import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { IconChevronRight } from "#web/ui/icons.ts";
import styles from "#web/ui/Page.module.css";
import { StarButton } from "#web/ui/StarButton.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useScreenPlace } from "#web/ui/screenPlace.ts";
import { useMessages } from "#web/useMessages.ts";

/** Without a link, it is the current page. */
export type Crumb = { readonly title: string; readonly to?: string };

type PageProps = {
  readonly title: string;
  /** Beside the title: a status, a count. */
  readonly aside?: ReactNode;
  /** Below the title: a date, a code. */
  readonly lead?: ReactNode;
  readonly breadcrumbs?: readonly Crumb[];
  /** Secondary buttons. Hidden on a phone unless `keepsActions`. */
  readonly actions?: ReactNode;
  readonly keepsActions?: boolean;
  /** The primary action. On a phone it is at the bottom of the screen. */
  readonly primary?: ReactNode;
  /**
   * `fill`: exactly the height of the screen on a desktop, and its parts scroll. `boxed`: limited to a readable width.
   */
  readonly layout?: "flow" | "fill" | "boxed";
  /** Pages that users don't navigate to, such as errors, can't be starred. */
  readonly isStarrable?: boolean;
  readonly children: ReactNode;
};

/** A screen: its only `h1`, which gets the focus after a change of route, its actions, and its content. */
export function Page(props: PageProps) {
  const { title, lead, primary, layout = "flow", children } = props;
  useDocumentTitle(title);
  const isPhone = useIsPhone();
  return (
    <div className={styles.page} data-layout={layout} data-page>
      <PageHead {...props} primary={isPhone ? null : primary} />
      {lead && <div className={styles.lead}>{lead}</div>}
      <div className={styles.body}>{children}</div>
      {isPhone && primary && <div className={styles.foot}>{primary}</div>}
    </div>
  );
}

function PageHead({ title, aside, breadcrumbs, actions, keepsActions, primary, isStarrable = true }: PageProps) {
  return (
    <header className={styles.header}>
      {breadcrumbs && breadcrumbs.length > 0 && <Breadcrumbs crumbs={breadcrumbs} />}
      <div className={styles.head}>
        <h1 className={styles.title} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {aside}
        {isStarrable && title !== "" && <StarButton title={title} />}
        <div className={styles.actions}>
          <div className={keepsActions ? styles.group : `${styles.group} not-on-phone`}>{actions}</div>
          {primary}
        </div>
      </div>
    </header>
  );
}

function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const messages = useMessages();
  useScreenPlace(crumbs.findLast(({ to }) => to !== undefined)?.to ?? null);
  const id = useId();
  return (
    <nav className={styles.crumbs} aria-labelledby={id}>
      <span id={id} className="hidden-visually">
        {messages("frame.breadcrumb")}
      </span>
      <ol>
        {crumbs.map(({ title, to }) =>
          to === undefined ? (
            <li key={title} aria-current="page">
              {title}
            </li>
          ) : (
            <li key={to}>
              <Link to={to}>{title}</Link>
              <IconChevronRight size={14} aria-hidden="true" className="flip" />
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
