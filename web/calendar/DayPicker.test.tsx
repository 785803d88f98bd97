import { DirectionProvider, MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { DayPicker } from "#web/calendar/DayPicker.tsx";
import { changeLanguage, startMessages } from "#web/i18n.ts";
import type { Language } from "#web/screens.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(() => startMessages());

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

/** The picker on 20 November 2026. Days from that day on can be chosen. */
async function show(language: Language) {
  await changeLanguage(language);
  document.body.innerHTML = "<main></main>";
  const chosen: string[] = [];
  root = createRoot(document.querySelector("main")!);
  await act(async () =>
    root?.render(
      <DirectionProvider initialDirection={language === "ar" ? "rtl" : "ltr"} detectDirection={false}>
        <MantineProvider>
          <DayPicker
            chosen="2026-11-24"
            today="2026-11-20"
            isOffered={(day) => day >= "2026-11-20"}
            onChoose={(day) => chosen.push(day)}
          />
        </MantineProvider>
      </DirectionProvider>,
    ),
  );
  return chosen;
}

const grid = () => document.querySelector("[role=grid]")!;
const stops = () => Array.from(grid().querySelectorAll<HTMLElement>('[tabindex="0"]'));
const nameOf = (element: Element | null | undefined) => element?.getAttribute("aria-label");
const press = (key: string) =>
  act(async () => stops()[0]!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));

test("names each day in both calendars, and marks it as chosen, today or not offered", async () => {
  await show("en");
  expect(nameOf(grid())).toBe("November 2026");
  expect(stops().map(nameOf)).toEqual([expect.stringMatching(/^Tuesday,? 24 November 2026, 14 Jumada II 1448$/)]);
  expect(grid().querySelector('[aria-selected="true"]')?.textContent).toBe("2414");
  expect(grid().querySelector('[aria-current="date"]')?.textContent).toBe("2010");
  expect(nameOf(grid().querySelector("[aria-disabled]"))).toMatch(/26 October 2026/);
  expect(grid().querySelectorAll("[aria-disabled]")).toHaveLength(25);
});

test("arrow keys move the focus and the only tab stop, also into the next month", async () => {
  await show("en");
  await press("ArrowRight");
  expect(nameOf(document.activeElement)).toMatch(/25 November 2026/);
  await press("ArrowDown");
  expect(nameOf(document.activeElement)).toMatch(/2 December 2026/);
  expect([stops().length, nameOf(grid())]).toEqual([1, "December 2026"]);
});

test("weeks begin on Sunday in Arabic, and the left arrow moves to the next day", async () => {
  const chosen = await show("ar");
  await press("ArrowLeft");
  expect(nameOf(document.activeElement)).toMatch(/25 نوفمبر 2026/);
  expect(nameOf(grid().querySelector("button"))).toMatch(/^الأحد/);
  await act(async () => (document.activeElement as HTMLElement).click());
  expect(chosen).toEqual(["2026-11-25"]);
});

test("the buttons beside the month's name show the previous and the next month", async () => {
  await show("en");
  const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)!;
  await act(async () => button("Previous month").click());
  expect(nameOf(grid())).toBe("October 2026");
  await act(async () => button("Next month").click());
  await act(async () => button("Next month").click());
  expect(nameOf(grid())).toBe("December 2026");
});
