import { expect, test } from "vitest";
import { createToasts } from "#web/ui/toasts.ts";

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.read().map(({ text }) => text);

test("a toast is a success by default, and disappears when it is hidden", () => {
  const toasts = createToasts();
  const id = toasts.show({ text: "Saved" });
  expect(toasts.read()).toMatchObject([{ variant: "success", text: "Saved" }]);
  toasts.hide(id);
  expect(toasts.read()).toEqual([]);
});

test("the same text is shown once, as the latest", () => {
  const toasts = createToasts();
  for (const text of ["No network", "Saved", "No network"]) toasts.show({ text });
  expect(texts(toasts)).toEqual(["Saved", "No network"]);
});

test("shows three at most, the latest of all", () => {
  const toasts = createToasts();
  for (const text of ["1", "2", "3", "4"]) toasts.show({ text });
  expect(texts(toasts)).toEqual(["2", "3", "4"]);
});

test("notifies listeners until they unsubscribe", () => {
  const toasts = createToasts();
  let reported = 0;
  const leave = toasts.subscribe(() => (reported += 1));
  toasts.show({ text: "1" });
  leave();
  toasts.show({ text: "2" });
  expect(reported).toBe(1);
});

test("Undo by key runs the latest that is offered and hides its toast, once", () => {
  const toasts = createToasts();
  const undone: string[] = [];
  const undo = (text: string) => ({ label: "Undo", onAction: () => void undone.push(text), isUndo: true }) as const;
  for (const text of ["1", "2"]) toasts.show({ text, action: undo(text) });
  toasts.show({ text: "3", action: { label: "Open", onAction: () => void undone.push("3") } });
  expect([toasts.undoLatest(), undone, texts(toasts)]).toEqual([true, ["2"], ["1", "3"]]);
  expect([toasts.undoLatest(), toasts.undoLatest(), undone]).toEqual([true, false, ["2", "1"]]);
});
