import { DirectionProvider, MantineProvider } from "@mantine/core";
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DateField } from "#web/dates/DateField.tsx";
import type { DayBounds } from "#web/dates/parseDay.ts";
import { TimeField } from "#web/dates/TimeField.tsx";
import { changeLanguage, startMessages } from "#web/i18n.ts";
import type { Language } from "#web/screens.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(() => startMessages());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 23, 12) });
});

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.useRealTimers();
});

type FieldOptions = DayBounds & {
  readonly value?: string | null;
  readonly language?: Language;
  readonly keeps?: boolean;
};

/** A date field in a form. `keeps` false: the form ignores what it gets. */
async function show({ value = null, language = "en", keeps = true, ...bounds }: FieldOptions = {}) {
  const changes: (string | null)[] = [];
  function Form() {
    const [day, setDay] = useState(value);
    const handleChange = (next: string | null) => {
      changes.push(next);
      if (keeps) setDay(next);
    };
    return <DateField label="Expires on" description="Leave blank" value={day} onChange={handleChange} {...bounds} />;
  }
  await draw(<Form />, language);
  return changes;
}

async function showTime(value: string) {
  const changes: string[] = [];
  function Form() {
    const [time, setTime] = useState(value);
    return (
      <TimeField
        aria-label="Opens at"
        value={time}
        onChange={(next) => {
          changes.push(next);
          setTime(next);
        }}
      />
    );
  }
  await draw(<Form />, "en");
  return changes;
}

async function draw(form: React.ReactNode, language: Language) {
  await changeLanguage(language);
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main")!);
  await act(async () =>
    root?.render(
      <DirectionProvider initialDirection={language === "ar" ? "rtl" : "ltr"} detectDirection={false}>
        <MantineProvider>{form}</MantineProvider>
      </DirectionProvider>,
    ),
  );
}

const input = () => document.querySelector("input")!;
const text = () => document.querySelector("main")!.textContent;
const type = (typed: string) =>
  act(async () => {
    input().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input(), typed);
    input().dispatchEvent(new Event("input", { bubbles: true }));
  });
const leave = () => act(async () => input().blur());
const press = (key: string, target: Element = input()) =>
  act(async () => void target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));

/** The month is fetched, which takes long on a busy machine. */
const layerWait = { timeout: 20_000 };
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await waitForEffects();
    check();
  }, layerWait);

test("a stored day is text in the reader's format, with its Hijri date below", async () => {
  await show({ value: "2026-11-23" });
  expect([input().type, input().value]).toEqual(["text", "23 Nov 2026"]);
  expect(text()).toContain("13 Jumada II 1448");
  await act(async () => root?.unmount());
  await show({ value: "2026-11-23", language: "ar" });
  expect(input().value).toBe("23 نوفمبر 2026");
  expect(text()).toContain("13 جمادى الآخرة 1448");
});

test("a whole date is stored at once, a short one when the field is left", async () => {
  const changes = await show();
  await type("2026-12-31");
  expect(changes).toEqual(["2026-12-31"]);
  await type("1 1");
  expect([changes.length, text()]).toEqual([1, expect.stringMatching(/Thursday,? 1 January 2026/)]);
  await leave();
  expect([changes.at(-1), input().value]).toEqual(["2026-01-01", "1 Jan 2026"]);
  await type("");
  expect([changes.at(-1), text()]).toEqual([null, expect.stringContaining("Leave blank")]);
});

test("Enter stores what was typed, before the form is sent", async () => {
  const changes = await show();
  await type("+30");
  await press("Enter");
  expect(changes).toEqual(["2026-12-23"]);
});

test("what cannot be read stays, with the way out, and is never stored as empty", async () => {
  const changes = await show({ value: "2026-11-23" });
  await type("soon");
  expect(text()).not.toContain("We couldn’t read that date.");
  await leave();
  expect([changes, input().value]).toEqual([["soon"], "soon"]);
  expect(text()).toContain("We couldn’t read that date. Try");
  expect(input().getAttribute("aria-invalid")).toBe("true");
  await type("today");
  await leave();
  expect([changes.at(-1), text()]).toEqual(["2026-11-23", expect.not.stringContaining("We couldn’t")]);
});

test("it also stays if a list filter takes no text", async () => {
  await show({ value: "2026-11-23", keeps: false });
  await type("soon");
  await leave();
  expect([input().value, text()]).toEqual(["soon", expect.stringContaining("We couldn’t read that date.")]);
});

test("a day outside the bounds says why", async () => {
  await show({ min: "2026-11-23" });
  await type("2026-11-22");
  await leave();
  expect(text()).toMatch(/Enter .?23 Nov 2026.? or a later date\./);
  await type("2026-11-23");
  await leave();
  expect(text()).not.toContain("later date");
});

test("the month opens with the down arrow, is chosen from by keyboard, and refuses days outside the bounds", async () => {
  const changes = await show({ value: "2026-11-23", max: "2026-11-24" });
  await press("ArrowDown");
  await until(() => expect(document.querySelector("[role=grid]")).not.toBeNull());
  const stop = () => document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')!;
  expect(stop().getAttribute("aria-label")).toMatch(/23 November 2026, 13 Jumada II 1448/);
  await press("ArrowRight", stop());
  await press("ArrowRight", stop());
  await act(async () => stop().click());
  expect([changes, document.querySelector("[role=alert]")?.textContent]).toEqual([
    [],
    expect.stringMatching(/Enter .?24 Nov 2026.? or an earlier date\./),
  ]);
  await press("ArrowLeft", stop());
  await act(async () => stop().click());
  expect(changes).toEqual(["2026-11-24"]);
});

test("Esc closes the month and nothing below it", async () => {
  await show();
  const heard: string[] = [];
  document.body.addEventListener("keydown", ({ key }) => heard.push(key));
  await press("ArrowDown");
  await until(() => expect(document.querySelector("[role=grid]")).not.toBeNull());
  await press("Escape", document.querySelector('[role=grid] [tabindex="0"]')!);
  await until(() => expect(document.querySelector("[role=grid]")).toBeNull());
  expect(heard).toEqual(["ArrowDown"]);
});

test("a time is typed in the ways people write it, and moved by the arrow keys", async () => {
  const changes = await showTime("09:00");
  await type("930 pm");
  await leave();
  expect([changes.at(-1), input().value]).toEqual(["21:30", "21:30"]);
  await press("ArrowUp");
  expect(input().value).toBe("21:45");
  await type("later");
  await leave();
  expect([input().value, text()]).toEqual(["later", expect.stringContaining("We couldn’t read that time.")]);
});
