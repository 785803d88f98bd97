import { beforeAll, beforeEach, expect, test } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { announceSignIn } from "#web/layout/announceSignIn.ts";
import { createToasts } from "#web/ui/toasts.ts";

const status = () => document.querySelector("[role=status]")?.textContent;

beforeAll(() => startMessages());
beforeEach(() => document.body.replaceChildren());

test("the first start of a browser session is a toast; a reload is announced to screen readers alone", async () => {
  const toasts = createToasts();
  const browser = { cookie: "other=1" };
  announceSignIn(toasts, { isNew: false }, browser);
  expect([toasts.read().map(({ text }) => text), status()]).toEqual([["Logged in with JWT"], undefined]);

  const reloaded = createToasts();
  announceSignIn(reloaded, { isNew: false }, { cookie: `other=1; ${browser.cookie.split(";")[0]}` });
  await expect.poll(status).toBe("Logged in with JWT");
  expect(reloaded.read()).toEqual([]);
});

test("a sign-in by the token of another tab is a toast", () => {
  const toasts = createToasts();
  announceSignIn(toasts, { isNew: true }, { cookie: "mizan-announced=yes" });
  expect(toasts.read().map(({ text }) => text)).toEqual(["Logged in with JWT"]);
});
