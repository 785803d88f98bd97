import { wordsFor } from "#web/i18n.ts";
import type { Toasts } from "#web/ui/toasts.ts";

/** Where this tab remembers that its screen reader was told. */
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
  // Screen readers announce only what changes in a region that they know.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}
