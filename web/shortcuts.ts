import { type Shortcut, usePerson, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";

/** The one that is there at first (spec 000 §9). Its title is translated where it is shown. */
const defaultShortcuts: readonly Shortcut[] = [{ path: "/apps/events", title: "Events" }];

/** The starred pages, kept for the person on every device, and how to change them. */
export function useShortcuts() {
  const { keepShortcuts } = useSession();
  const toast = useToast();
  const shortcuts = usePerson()?.shortcuts ?? defaultShortcuts;
  // They are one's own, and through other eyes nothing is changed.
  const canChange = usePerson()?.viewedAs === null;
  const isStarred = (path: string) => shortcuts.some((shortcut) => shortcut.path === path);
  return {
    shortcuts,
    isStarred,
    canChange,
    toggle: ({ path, title }: Shortcut) => {
      const others = shortcuts.filter((one) => one.path !== path);
      keepShortcuts(isStarred(path) ? others : [...others, { path, title }]).catch((error: unknown) =>
        toast({ text: textOf(error), variant: "error" }),
      );
    },
  };
}
