import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookClient } from "#hosts/node/webhookClient.ts";

let calls = 0;
const canary = createServer((request, response) => {
  calls++;
  if (request.url === "/long") for (let part = 0; part < 1000; part++) response.write("x".repeat(10_000));
  if (request.url !== "/silent") response.end();
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((listening) => canary.listen(0, "127.0.0.1", listening));
  ({ port } = canary.address() as AddressInfo);
});
afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});

const webhookRequest = (url: string) => ({ url, headers: {}, body: "{}" });

// reliability R23: 0 canary calls
test("no spelling of an internal address is called", async () => {
  const { post } = webhookClient([]);
  const hosts = ["127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "017700000001", "0.0.0.0", "0"];
  const bracketed = ["[::1]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[::]"];
  const urls = [...hosts, ...bracketed].flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`]);
  const receipts = await Promise.all(urls.map((url) => post(webhookRequest(url))));
  console.info(`R23: ${calls} canary calls of ${urls.length}`);
  expect(calls).toBe(0);
  for (const receipt of receipts) expect(receipt).toHaveProperty("failure");
});

test("a name that resolves to an internal address is not called", async () => {
  // It is in every machine's hosts file, and looks like any other name.
  expect(await webhookClient([]).post(webhookRequest(`https://localhost.localdomain:${port}/`))).toHaveProperty(
    "failure",
  );
  expect(calls).toBe(0);
});

test("a host that the settings allow is called, and its long response is not read", async () => {
  const { post, mayPost } = webhookClient([`127.0.0.1:${port}`]);
  const before = calls;
  expect(mayPost(`http://127.0.0.1:${port}/`)).toBe(true);
  expect(mayPost(`http://127.0.0.1:${port + 1}/`)).toBe(false);
  expect(await post(webhookRequest(`http://127.0.0.1:${port}/long`))).toEqual({ status: 200 });
  expect(calls).toBe(before + 1);
});

test("the port in the settings may be the protocol's default", () => {
  const { mayPost } = webhookClient(["10.0.0.7:443", "erp.internal:80"]);
  expect(["https://10.0.0.7/", "http://erp.internal/hooks"].map(mayPost)).toEqual([true, true]);
  expect(["https://10.0.0.7:8443/", "http://10.0.0.7/", "http://erp.internal:81/"].map(mayPost)).toEqual([
    false,
    false,
    false,
  ]);
});

test("a receiver that does not respond is given up", { timeout: 20_000 }, async () => {
  expect(await webhookClient([`127.0.0.1:${port}`]).post(webhookRequest(`http://127.0.0.1:${port}/silent`))).toEqual({
    failure: "no_answer",
  });
});

test("a name whose resolution does not respond is given up in the same time", { timeout: 20_000 }, async () => {
  const { post } = webhookClient([], () => new Promise(() => {}));
  expect(await post(webhookRequest("https://nobody.example/"))).toEqual({ failure: "no_answer" });
});
