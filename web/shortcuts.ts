import { useEffect } from "react";
import { eventsPath } from "#base/menuItems.ts";
import { type Shortcut, useSignedInUser, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { readStored } from "#web/ui/useStored.ts";

/** The default shortcut (spec 000 §9). Its title is translated where it is shown. */
const defaultShortcuts: readonly Shortcut[] = [{ path: eventsPath, title: "Events" }];

/** The starred pages, stored for the user on every device, and how to change them. */
export function useShortcuts() {
  const { keepShortcuts } = useSession();
  const toast = useToast();
  const user = useSignedInUser();
  const shortcuts = user?.shortcuts ?? defaultShortcuts;
  // They belong to the user, and nothing can be changed while viewing as another.
  const canChange = user?.viewedAs === null;
  const isStarred = (path: string) => shortcuts.some((shortcut) => shortcut.path === path);
  const keep = (wanted: readonly Shortcut[]) => {
    if (user === null) return;
    unsavedShortcuts.write({ userId: user.userId, shortcuts: wanted });
    keepShortcuts(wanted)
      .catch((error: unknown) => toast({ text: textOf(error), variant: "error" }))
      // When a page closes, its calls fail too. So a result counts only if the page is still open a second later.
      .finally(() => setTimeout(() => unsavedShortcuts.settle(wanted), leavingMs));
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
export function useUnsavedShortcuts(): void {
  const { canChange, keep } = useShortcuts();
  const userId = useSignedInUser()?.userId;
  useEffect(() => {
    const left = unsavedShortcuts.read();
    if (canChange && left !== null && left.userId === userId) keep(left.shortcuts);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- once for each user
  }, [userId, canChange]);
}

const leavingMs = 1000;

type UnsavedShortcuts = { readonly userId: string; readonly shortcuts: readonly Shortcut[] };

const unsavedKey = "mizan.unkeptShortcuts";

/** The stars that the server has not confirmed yet. In the browser's storage, which outlives the page. */
const unsavedShortcuts = {
  write: (left: UnsavedShortcuts) => localStorage.setItem(unsavedKey, JSON.stringify(left)),
  read: () => readStored<UnsavedShortcuts>(unsavedKey),
  /** Unless another star has been set meanwhile. */
  settle: (shortcuts: readonly Shortcut[]) => {
    if (JSON.stringify(unsavedShortcuts.read()?.shortcuts) === JSON.stringify(shortcuts))
      localStorage.removeItem(unsavedKey);
  },
};
