import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { isProtected, httpClient } from "#hosts/node/httpClient.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("accepts a response of one megabyte, and not one byte more, compressed or not", async () => {
  const url = await startServer((request, response) => {
    const bytes = Buffer.alloc(1_048_576 + (request.url === "/one-more" ? 1 : 0), "a");
    if (request.url !== "/packed") return void response.end(bytes);
    response.setHeader("content-encoding", "gzip");
    response.end(gzipSync(Buffer.alloc(5_000_000, "a")));
  });
  expect((await (await httpClient.send(new Request(url))).arrayBuffer()).byteLength).toBe(1_048_576);
  await expect(httpClient.send(new Request(`${url}/one-more`))).rejects.toThrow(/more than 1048576 bytes/);
  await expect(httpClient.send(new Request(`${url}/packed`))).rejects.toThrow(/more than 1048576 bytes/);
});

test("follows no redirect, wherever it leads", async () => {
  let calls = 0;
  const canary = await startServer((_, response) => {
    calls++;
    response.end("here");
  });
  const url = await startServer((_, response) => void response.writeHead(307, { location: canary }).end());
  await expect(httpClient.send(new Request(url, { method: "POST", body: "secret" }))).rejects.toThrow(/redirected by/);
  expect(calls).toBe(0);
});

test("gives up on a server that does not respond, or stops halfway", { timeout: 20_000 }, async () => {
  const url = await startServer((request, response) => {
    if (request.url === "/halfway") response.write("a");
  });
  await expect(httpClient.send(new Request(url))).rejects.toThrow(/timeout/);
  await expect(httpClient.send(new Request(`${url}/halfway`))).rejects.toThrow(/timeout/);
});

test.each([
  ["https://login.example/token", true],
  ["http://localhost:4000/token", true],
  ["http://127.0.0.1/token", true],
  ["http://[::1]:4000/", true],
  ["http://login.example/token", false],
  ["http://localhost.example/", false],
  ["http://10.0.0.7/", false],
  ["http://169.254.169.254/latest", false],
  ["file:///etc/passwd", false],
  ["data:text/plain,a", false],
])("sends to %s: %s", async (url, isSent) => {
  expect(isProtected(new URL(url))).toBe(isSent);
  if (!isSent) await expect(httpClient.send(new Request(url))).rejects.toThrow(/not over https/);
});
