import type { AppRouter } from "#web/router.tsx";

/**
 * After a change of screen the focus goes to its heading, so that a keyboard or a screen reader begins where the eye does.
 *
 * It stays where it is when the heading is the one that was there before, as when a panel opens beside a list,
 * and when the screen put it into one of its fields.
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
