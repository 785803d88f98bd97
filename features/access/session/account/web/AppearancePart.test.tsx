import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { AppearancePart } from "#features/access/session/account/web/AppearancePart.tsx";
import { loadAccountMessages } from "#features/access/session/account/web/withAccountMessages.ts";
import { startMessages } from "#web/i18n.ts";
import { SessionContext } from "#web/session.tsx";
import { readSettings } from "#web/settings/settings.ts";
import { signedIn } from "#web/testing/signedIn.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadAccountMessages();
});

let root: Root | undefined;
beforeEach(() => localStorage.clear());
afterEach(() => act(() => root?.unmount()));

async function show() {
  const session = await signedIn(async () => new Response("{}"));
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main")!);
  await act(async () =>
    root?.render(
      <MantineProvider>
        <SessionContext value={session}>
          <ToastsContext value={createToasts()}>
            <AppearancePart />
          </ToastsContext>
        </SessionContext>
      </MantineProvider>,
    ),
  );
  return session;
}
const field = (label: string) => {
  const { htmlFor } = Array.from(document.querySelectorAll("label")).find(({ textContent }) => textContent === label)!;
  return document.getElementById(htmlFor) as HTMLInputElement;
};
const hijri = () => [...document.querySelectorAll<HTMLInputElement>("[role=switch]")].at(-1)!;
const example = () =>
  Array.from(document.querySelectorAll("p"), ({ textContent }) => textContent).find((text) => text.startsWith("Now"));

test("applies a change at once, and stores only what differs from the defaults", async () => {
  const session = await show();
  expect(example()).toMatch(/^Now: .* · .* 14\d\d$/);
  await act(async () => hijri().click());
  expect(example()).toMatch(/^Now: [^·]*$/);
  expect(session.read()).toMatchObject({ person: { settings: { mizan: { hijri: false } } } });
  await act(async () => hijri().click());
  expect(session.read()).toHaveProperty("person.settings", {});
});

test("a time zone is found by its name, and times follow it", async () => {
  await show();
  await act(async () => field("Time zone").click());
  const zone = Array.from(document.querySelectorAll<HTMLElement>("[role=option]")).find(
    ({ textContent }) => textContent === "Africa/Cairo",
  );
  await act(async () => zone?.click());
  expect(field("Time zone").value).toBe("Africa/Cairo");
  expect(readSettings().timeZone).toBe("Africa/Cairo");
});
