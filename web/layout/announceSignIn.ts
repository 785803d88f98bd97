import { wordsFor } from "#web/i18n.ts";
import type { Toasts } from "#web/ui/toasts.ts";

/**
 * Set for as long as the browser runs, for all its tabs: neither of the two storages lasts exactly that long. It is a
 * mark, not a secret, and the server does not read it.
 */
const mark = "mizan-announced=yes";

/**
 * 'Logged in with JWT' (spec 000 §8): in a toast at the first start of a browser session and after a sign-in in another
 * tab, and otherwise to screen readers only.
 */
export function announceSignIn(
  toasts: Toasts,
  { isNew }: { readonly isNew: boolean },
  page: Pick<Document, "cookie">,
): void {
  const text = wordsFor("session.loggedIn") ?? "";
  if (isNew || !page.cookie.split("; ").includes(mark)) toasts.show({ text });
  else sayToScreenReaders(text);
  page.cookie = `${mark}; Path=/; SameSite=Strict`;
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
