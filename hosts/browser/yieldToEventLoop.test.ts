import { expect, test } from "vitest";
import { createYield } from "#hosts/browser/yieldToEventLoop.ts";

test("long work that waits only for itself yields to other messages, and not before it has been long", async () => {
  let clockMs = 0;
  const giveWay = createYield(() => clockMs);
  let isCalled = false;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    isCalled = true;
    port1.close();
  };
  port2.postMessage(null);
  for (let statement = 0; statement < 1000; statement++) await giveWay();
  expect(isCalled).toBe(false);
  // Node reads a thousand messages of one port before another port's; browsers alternate.
  for (let statement = 0; statement < 10_000 && !isCalled; statement++) {
    clockMs += 20;
    await giveWay();
  }
  expect(isCalled).toBe(true);
});
