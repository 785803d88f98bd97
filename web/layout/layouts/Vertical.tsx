import styles from "#web/layout/Frame.module.css";
import type { LayoutProps } from "#web/layout/layoutProps.ts";
import { SideMenu } from "#web/layout/SideMenu.tsx";

/** The menu at the side. Toolbar and footer are beside it, or above and below it across the whole frame. */
export function Vertical({
  config,
  themeOf,
  hasMenu,
  isFolded,
  onFold,
  onKeys,
  toolbar,
  footer,
  children,
}: LayoutProps) {
  const isToolbarAcross = config.toolbar.position === "above";
  const isFooterAcross = config.footer.position === "above";
  return (
    <>
      {isToolbarAcross && toolbar}
      <div className={styles.row} data-menu-at={config.navbar.position}>
        {hasMenu && <SideMenu theme={themeOf("navbar")} isFolded={isFolded} onFold={onFold} onKeys={onKeys} />}
        <div className={styles.column}>
          {!isToolbarAcross && toolbar}
          {children}
          {!isFooterAcross && footer}
        </div>
      </div>
      {isFooterAcross && footer}
    </>
  );
}
