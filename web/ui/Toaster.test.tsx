import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { Toaster } from "#web/ui/Toaster.tsx";
import { createToasts, toastMs, type Toasts } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  // Loaded with the first toast, which these tests don't wait for.
  await import("#web/ui/ToastLine.tsx");
});

let root: Root;
let toasts: Toasts;
beforeEach(async () => {
  vi.useFakeTimers();
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main")!);
  toasts = createToasts();
  await act(async () => root.render(<Toaster toasts={toasts} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

const show = (text: string) => act(async () => void toasts.show({ text }));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const lines = () => [...document.querySelectorAll<HTMLElement>("[data-depth]")];
const texts = () => lines().map((line) => `${line.dataset["depth"]} ${line.textContent.replace("Success: ", "")}`);
const fire = (target: Element, type: string, init: PointerEventInit = {}) =>
  act(async () => target.dispatchEvent(new PointerEvent(type, { bubbles: true, ...init })));

test("a toast is shown for 6,000 ms", async () => {
  await show("Saved");
  await wait(toastMs - 1);
  expect(texts()).toEqual(["0 Saved"]);
  await wait(1);
  expect(texts()).toEqual([]);
  expect(toastMs).toBe(6000);
});

test("later toasts are in front of earlier ones", async () => {
  await show("First");
  await show("Second");
  expect(texts()).toEqual(["1 First", "0 Second"]);
});

test("no time runs under the pointer or while a button has the focus", async () => {
  await show("First");
  await show("Second");
  await wait(toastMs - 1);
  await fire(lines()[1]!, "pointermove");
  await wait(toastMs * 2);
  expect(texts()).toHaveLength(2);
  await fire(lines()[1]!, "pointerout", { relatedTarget: document.body });
  await wait(1);
  expect(texts()).toEqual([]);

  await show("Third");
  await act(async () => document.querySelector("button")!.focus());
  await wait(toastMs * 2);
  expect(texts()).toEqual(["0 Third"]);
  await act(async () => document.querySelector("button")!.blur());
  await wait(toastMs);
  expect(texts()).toEqual([]);
});

test("closing one under the pointer starts the time of the others again", async () => {
  await show("First");
  await show("Second");
  await fire(lines()[1]!, "pointermove");
  await act(async () => lines()[1]!.querySelector("button")!.click());
  expect(texts()).toEqual(["0 First"]);
  await wait(toastMs);
  expect(texts()).toEqual([]);
});

test("a finger swipes it away to either side, but not by a short way", async () => {
  await show("Saved");
  const line = lines()[0]!;
  const swipe = async (clientX: number) => {
    await fire(line, "pointerdown", { pointerType: "touch", clientX: 200 });
    await fire(line, "pointermove", { pointerType: "touch", clientX });
    expect(line.style.translate).toBe(`${clientX - 200}px`);
    await fire(line, "pointerup", { pointerType: "touch", clientX });
  };
  await swipe(160);
  expect(line.style.translate).toBe("");
  await swipe(110);
  expect(texts()).toEqual([]);
});
