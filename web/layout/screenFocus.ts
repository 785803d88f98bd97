import type { AppRouter } from "#web/router.tsx";

/**
 * After a change of screen the focus moves to its heading, so that keyboard and screen reader users start at the top.
 *
 * It stays where it is if the heading is the same as before, for example when a panel opens beside a list, and if the
 * screen put it into one of its fields.
 */
export function keepFocusWithScreen(router: AppRouter): void {
  let heading: Element | null = null;
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    const next = document.querySelector("main h1");
    const isNew = next !== heading;
    heading = next;
    if (!fromLocation || !pathChanged || !isNew || !(next instanceof HTMLElement)) return;
    if (document.activeElement?.closest("main, [aria-modal=true]")) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  });
}
