import { beforeAll, beforeEach, expect, test } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { announceSignIn } from "#web/layout/announceSignIn.ts";
import { createToasts } from "#web/ui/toasts.ts";

const status = () => document.querySelector("[role=status]")?.textContent;

beforeAll(() => startMessages());
beforeEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

test("a new sign-in by token is a toast", () => {
  const toasts = createToasts();
  announceSignIn(toasts, { isNew: true }, sessionStorage);
  expect(toasts.read().map(({ text }) => text)).toEqual(["Logged in with JWT"]);
});

test("a reload is announced to screen readers alone, once per tab", async () => {
  const toasts = createToasts();
  announceSignIn(toasts, { isNew: false }, sessionStorage);
  await expect.poll(status).toBe("Logged in with JWT");
  document.body.replaceChildren();
  announceSignIn(toasts, { isNew: false }, sessionStorage);
  expect([toasts.read(), status()]).toEqual([[], undefined]);
});
