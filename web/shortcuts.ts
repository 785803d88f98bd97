import { useEffect } from "react";
import { type Shortcut, usePerson, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { readStored } from "#web/ui/useStored.ts";

/** The default shortcut (spec 000 §9). Its title is translated where it is shown. */
const defaultShortcuts: readonly Shortcut[] = [{ path: "/apps/events", title: "Events" }];

/** The starred pages, stored for the user on every device, and how to change them. */
export function useShortcuts() {
  const { keepShortcuts } = useSession();
  const toast = useToast();
  const person = usePerson();
  const shortcuts = person?.shortcuts ?? defaultShortcuts;
  // They belong to the user, and nothing can be changed while viewing as another.
  const canChange = person?.viewedAs === null;
  const isStarred = (path: string) => shortcuts.some((shortcut) => shortcut.path === path);
  const keep = (wanted: readonly Shortcut[]) => {
    if (person === null) return;
    unkept.write({ userId: person.userId, shortcuts: wanted });
    keepShortcuts(wanted)
      .catch((error: unknown) => toast({ text: textOf(error), variant: "error" }))
      // When a page closes, its calls fail too. So a result counts only if the page is still open a second later.
      .finally(() => setTimeout(() => unkept.settle(wanted), leavingMs));
  };
  return {
    shortcuts,
    isStarred,
    canChange,
    keep,
    toggle: ({ path, title }: Shortcut) => {
      const others = shortcuts.filter((one) => one.path !== path);
      keep(isStarred(path) ? others : [...others, { path, title }]);
    },
  };
}

/** Sends the stars of an earlier page that the server had not confirmed. Called once on a screen. */
export function useUnkeptShortcuts(): void {
  const { canChange, keep } = useShortcuts();
  const userId = usePerson()?.userId;
  useEffect(() => {
    const left = unkept.read();
    if (canChange && left !== null && left.userId === userId) keep(left.shortcuts);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- once for each user
  }, [userId, canChange]);
}

const leavingMs = 1000;

type Unkept = { readonly userId: string; readonly shortcuts: readonly Shortcut[] };

const unkeptKey = "mizan.unkeptShortcuts";

/** The stars that the server has not confirmed yet. In the browser's storage, which outlives the page. */
const unkept = {
  write: (left: Unkept) => localStorage.setItem(unkeptKey, JSON.stringify(left)),
  read: () => readStored<Unkept>(unkeptKey),
  /** Unless another star has been set meanwhile. */
  settle: (shortcuts: readonly Shortcut[]) => {
    if (JSON.stringify(unkept.read()?.shortcuts) === JSON.stringify(shortcuts)) localStorage.removeItem(unkeptKey);
  },
};
