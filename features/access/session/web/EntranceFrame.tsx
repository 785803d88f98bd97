import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, use } from "react";
import styles from "#features/access/session/web/EntranceFrame.module.css";
import { loginPath } from "#web/guard.ts";
import { PreferenceButtons } from "#web/layout/PreferenceButtons.tsx";
import { ReleaseContext } from "#web/layout/release.ts";
import { IconCertificate, IconWallet } from "#web/ui/icons.ts";
import { Mark } from "#web/ui/Mark.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useMessages } from "#web/useMessages.ts";

// An ornament, which the form does not wait for.
const Pattern = lazy(() => import("#web/ui/Pattern.tsx").then((module) => ({ default: module.Pattern })));

type EntranceFrameProps = { readonly title: string; readonly lead: ReactNode; readonly children: ReactNode };

/** The layout around every form that is used before sign-in: the product's name and description. */
export function EntranceFrame({ title, lead, children }: EntranceFrameProps) {
  const messages = useMessages("session");
  const shell = useMessages();
  const { version } = use(ReleaseContext);
  useDocumentTitle(title);
  return (
    <div className={styles.entrance}>
      <div className={styles.pane}>
        <header className={styles.bar}>
          <Link to={loginPath} className={styles.brand}>
            <Mark size={36} />
            <b>{shell("appName")}</b>
          </Link>
          <div className={styles.preferences}>
            <PreferenceButtons />
          </div>
        </header>
        <main className={styles.form}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </main>
        <footer className={styles.foot}>
          <span>{messages("entrance.copyright")}</span>
          <bdi>{shell("frame.version", { version })}</bdi>
        </footer>
      </div>
      <aside className={styles.art} aria-label={messages("entrance.about")}>
        <Suspense>
          <Pattern className={styles.pattern} />
        </Suspense>
        <p className={styles.statement}>{messages("entrance.statement")}</p>
        <ul className={styles.facts}>
          <li>
            <IconCertificate size={18} aria-hidden="true" />
            {messages("entrance.certificates")}
          </li>
          <li>
            <IconWallet size={18} aria-hidden="true" />
            {messages("entrance.cashback")}
          </li>
        </ul>
      </aside>
    </div>
  );
}
