import { wordsFor } from "#web/i18n.ts";
import type { Toasts } from "#web/ui/toasts.ts";

/** Where this tab remembers that it has announced the sign-in to the screen reader. */
const announcedKey = "mizan.signInAnnounced";

/**
 * 'Logged in with JWT' (spec 000 §8): in a toast after a new sign-in, and otherwise to screen readers only, once per tab
 * and not at each reload.
 */
export function announceSignIn(
  toasts: Toasts,
  { isNew }: { readonly isNew: boolean },
  storage: Pick<Storage, "getItem" | "setItem">,
): void {
  const text = wordsFor("session.loggedIn") ?? "";
  if (isNew) toasts.show({ text });
  else if (storage.getItem(announcedKey) === null) sayToScreenReaders(text);
  storage.setItem(announcedKey, "yes");
}

function sayToScreenReaders(text: string): void {
  const region = document.createElement("p");
  region.className = "hidden-visually";
  region.setAttribute("role", "status");
  document.body.append(region);
  // Screen readers announce only changes in a region that they already know.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}
