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
