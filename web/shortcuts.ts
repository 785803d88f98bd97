import { useStored } from "#web/ui/useStored.ts";

/** A page that this person keeps at hand in the toolbar. */
export type Shortcut = { readonly path: string; readonly title: string };

/** The one that is there at first (spec 000 §9). Its title is translated where it is shown. */
const defaultShortcuts: readonly Shortcut[] = [{ path: "/apps/events", title: "Events" }];

/** The starred pages, kept in this browser, and how to change them. */
export function useShortcuts() {
  const [shortcuts, store] = useStored("mizan.shortcuts", defaultShortcuts);
  const isStarred = (path: string) => shortcuts.some((shortcut) => shortcut.path === path);
  return {
    shortcuts,
    isStarred,
    toggle: ({ path, title }: Shortcut) =>
      store(isStarred(path) ? shortcuts.filter((one) => one.path !== path) : [...shortcuts, { path, title }]),
  };
}
