import { expect, test } from "vitest";
import { turnGiver } from "#hosts/browser/yieldToEventLoop.ts";

test("work that waits only for itself lets in what came meanwhile once it has been long, and not before", async () => {
  let clockMs = 0;
  const giveWay = turnGiver(() => clockMs);
  let isCalled = false;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    isCalled = true;
    port1.close();
  };
  port2.postMessage(null);
  for (let statement = 0; statement < 1000; statement++) await giveWay();
  expect(isCalled).toBe(false);
  // Node reads a thousand messages of one port before it looks at another; a browser takes them in turn.
  for (let statement = 0; statement < 10_000 && !isCalled; statement++) {
    clockMs += 20;
    await giveWay();
  }
  expect(isCalled).toBe(true);
});
