import type { LayoutSettings } from "#web/settings/layoutSettings.ts";

type Surroundings = { readonly isPhone: boolean; readonly hasMenu: boolean; readonly isFolded: boolean };

/** What of a layout is there: on a phone all are the same, with the menu in a drawer; guests have no menu. */
export function frameParts({ style, config }: LayoutSettings["layout"], { isPhone, hasMenu }: Surroundings) {
  const { navbar, toolbar, footer, scroll } = config;
  const hasNavbar = hasMenu && !isPhone && navbar.display;
  const hasToolbar = isPhone || toolbar.display;
  const hasFooter = !isPhone && footer.display;
  const hasStaticBar = (hasToolbar && toolbar.style === "static") || (hasFooter && footer.style === "static");
  return {
    hasSideMenu: hasNavbar && style === "layout1",
    hasMenuBar: hasNavbar && style !== "layout1",
    hasToolbar,
    hasFooter,
    /** A static bar scrolls away, so the page must scroll. */
    isScrolledByPage: isPhone || scroll === "body" || hasStaticBar,
  };
}

/**
 * The measures of the frame as custom properties of the page: the frame, its screens and the toasts, which are outside
 * of the frame, all need them.
 */
export function frameMeasures(
  layout: LayoutSettings["layout"],
  surroundings: Surroundings,
): Readonly<Record<`--${string}`, string>> {
  const { config } = layout;
  const { hasSideMenu, hasMenuBar, hasToolbar, hasFooter, isScrolledByPage } = frameParts(layout, surroundings);
  const side = hasSideMenu ? `var(--menu${surroundings.isFolded ? "-folded" : ""})` : "0px";
  const menuBar = hasMenuBar ? `var(--menu-bar${layout.style === "layout3" ? "-dense" : ""})` : "0px";
  const toolbar = hasToolbar ? "var(--toolbar)" : "0px";
  const footer = hasFooter ? "var(--footer)" : "0px";
  const isToolbarFirst = config.toolbar.position === "above";
  const isToolbarStuck = surroundings.isPhone || config.toolbar.style === "fixed";
  const stuckToolbar = isToolbarStuck ? toolbar : "0px";
  const stuckMenuBar = config.navbar.style === "fixed" ? menuBar : "0px";
  const outer = config.mode === "boxed" && !surroundings.isPhone ? "max(0px, (100vw - var(--boxed)) / 2)" : "0px";
  const beside = isToolbarFirst ? outer : `calc(${outer} + ${side})`;
  const isOnRight = config.navbar.position === "right";
  const isContained = config.mode === "container" && !surroundings.isPhone;
  return {
    "--bars": `calc(${toolbar} + ${menuBar} + ${footer})`,
    "--side-menu": side,
    "--toolbar-top": isToolbarFirst ? "0px" : stuckMenuBar,
    "--menu-bar-top": isToolbarFirst ? stuckToolbar : "0px",
    "--side-menu-top": isToolbarFirst ? stuckToolbar : "0px",
    "--stuck": isScrolledByPage ? `calc(${stuckToolbar} + ${stuckMenuBar})` : "0px",
    "--stuck-end": isScrolledByPage && config.footer.style === "fixed" ? footer : "0px",
    "--footer-across": config.footer.position === "above" && config.footer.style === "fixed" ? footer : "0px",
    "--lane-top": hasToolbar && !isToolbarFirst ? menuBar : "0px",
    "--lane-start": isOnRight ? outer : beside,
    "--lane-end": isOnRight ? beside : outer,
    "--bar-padding": isContained ? "max(24px, (100vw - var(--container)) / 2 + 24px)" : "",
    "--page-max": isContained ? "var(--container)" : "",
    // Leaves room for the product's name and the search on either side of the toasts.
    "--toast-lane": isContained ? "min(280px, 20vw)" : "",
  };
}
