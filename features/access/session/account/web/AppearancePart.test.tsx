import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AppearancePart } from "#features/access/session/account/web/AppearancePart.tsx";
import { loadAccountMessages } from "#features/access/session/account/web/withAccountMessages.ts";
import { weeksOf } from "#web/calendar/month.ts";
import { changeLanguage, startMessages } from "#web/i18n.ts";
import { formatDate, formatDateTime } from "#web/formats.ts";
import { SessionContext } from "#web/session.tsx";
import { defaultSettings, readSettings, type Settings } from "#web/settings/settings.ts";
import { readDateSettings } from "#web/settings/useSettings.ts";
import { aisyah, signedIn } from "#web/testing/signedIn.ts";
import { colorSchemes } from "#web/theme.ts";
import { createKeyboard } from "#web/ui/keyboard.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadAccountMessages();
});

let root: Root | undefined;
beforeEach(async () => {
  localStorage.clear();
  await changeLanguage("en");
});
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

/** What each setting changes wherever the product is shown. */
const effects = {
  language: () => document.documentElement.lang,
  scheme: () => colorSchemes.get("auto"),
  timeZone: () => formatDateTime("en", "2026-11-23T12:00:00.000Z"),
  weekStart: () => weeksOf("en", "2026-11-23")[0]![0],
  digits: () => formatDate("ar", "2026-11-23"),
  hijri: () => readDateSettings("en").isHijriShown,
  singleKeys: () => {
    const pressed: string[] = [];
    // As the frame does it.
    const keyboard = createKeyboard(undefined, () => readSettings().singleKeys);
    keyboard.add([{ keys: "n", label: "New", onKey: ({ key }) => pressed.push(key) }]);
    keyboard.handle(new KeyboardEvent("keydown", { key: "n" }));
    return pressed;
  },
  // `useQueueNavigation.test` has the screen that follows it.
  autoNext: () => readSettings().autoNext,
} satisfies Partial<Record<keyof Settings, () => unknown>>;
type Option = keyof typeof effects;
const readEffects = () =>
  Object.fromEntries((Object.keys(effects) as Option[]).map((option) => [option, effects[option]()]));

const chooseOption = async (label: string, choice: string) => {
  await act(async () => field(label).click());
  const option = Array.from(document.querySelectorAll<HTMLElement>("[role=option]")).find(
    ({ textContent }) => textContent === choice,
  );
  await act(async () => option!.click());
};
const flip = (label: string) => {
  const labels = Array.from(document.querySelectorAll("label"));
  const { htmlFor } = labels.find(({ textContent }) => textContent.startsWith(label))!;
  return act(async () => document.getElementById(htmlFor)!.click());
};

describe("every option", () => {
  test.each([
    ["language", () => chooseOption("Language", "العربية"), "ar"],
    ["scheme", () => chooseOption("Colors", "Dark"), "dark"],
    ["timeZone", () => chooseOption("Time zone", "Africa/Cairo"), expect.stringContaining("14:00")],
    ["weekStart", () => chooseOption("First day of the week", "Saturday"), "2026-10-31"],
    ["digits", () => chooseOption("Digits in Arabic", "١٢٣"), expect.stringContaining("٢٠٢٦")],
    ["hijri", () => flip("Show Hijri dates"), false],
    ["singleKeys", () => flip("Single-key shortcuts"), []],
    ["autoNext", () => flip("Open the next one after a decision"), true],
  ] as const)("applies at once, alone, and in a second browser: %s", async (option, change, changed) => {
    const session = await show();
    const before = readEffects();
    await change();
    // A language is loaded first.
    await act(() => vi.waitFor(() => expect(readEffects()).toEqual({ ...before, [option]: changed })));
    const after = readEffects();
    expect(after[option]).not.toEqual(before[option]);
    const state = session.read();
    if (state.status !== "signedIn") throw new Error("the session ended");
    expect(state.person.settings).toEqual({ mizan: { [option]: expect.anything() } });

    act(() => root?.unmount());
    root = undefined;
    localStorage.clear();
    await changeLanguage("en");
    expect(readEffects()).toEqual(before);
    await signedIn(async () => new Response("{}"), { ...aisyah, settings: state.person.settings });
    expect(readEffects()).toEqual(after);
  });

  test("of the settings is among them", () => {
    // The period of the home screen is chosen there.
    expect([...Object.keys(effects), "homePeriod"].sort()).toEqual(Object.keys(defaultSettings).sort());
  });
});
