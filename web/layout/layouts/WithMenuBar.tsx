import styles from "#web/layout/Frame.module.css";
import type { LayoutProps } from "#web/layout/layoutProps.ts";
import { MenuBar } from "#web/layout/MenuBar.tsx";

/** The menu in a bar across the frame, and the toolbar below or above it. */
export function WithMenuBar({
  config,
  themeOf,
  hasMenu,
  toolbar,
  footer,
  isDense,
  children,
}: LayoutProps & { readonly isDense: boolean }) {
  const isToolbarFirst = config.toolbar.position === "above";
  return (
    <>
      {isToolbarFirst && toolbar}
      {hasMenu && (
        <MenuBar
          theme={themeOf("navbar")}
          isDense={isDense}
          isStatic={config.navbar.style === "static"}
          hasBrand={!toolbar || !isToolbarFirst}
        />
      )}
      {!isToolbarFirst && toolbar}
      <div className={styles.column}>{children}</div>
      {footer}
    </>
  );
}
