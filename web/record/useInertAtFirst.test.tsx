import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { useInertAtFirst } from "#web/record/useInertAtFirst.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test("an action is inert after each change of record, until a second click of a double click has passed", async () => {
  vi.useFakeTimers();
  let isInert: boolean | undefined;
  const Action = () => {
    isInert = useInertAtFirst();
    return null;
  };
  const root = createRoot(document.createElement("div"));
  const show = (record: string) => act(async () => root.render(<Action key={record} />));
  const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  await show("CERT-000018");
  await pass(599);
  expect(isInert).toBe(true);
  await pass(1);
  expect(isInert).toBe(false);
  await show("CERT-000019");
  expect(isInert).toBe(true);
  await pass(600);
  expect(isInert).toBe(false);
  await act(async () => root.unmount());
  vi.useRealTimers();
});
