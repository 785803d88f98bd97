import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#api/testing/kernelFixture.ts";
import { readConfig } from "#hosts/node/config.ts";
import { openMetrics } from "#hosts/node/metrics.ts";
import { createNodeServer, patience } from "#hosts/node/server.ts";

// Reliability R24: slow or ambiguous requests do not block others.

// As in a build: the page, and the files that are copied without bundling.
const webDir = mkdtempSync(join(tmpdir(), "mizan-web-"));
cpSync("hosts/browser/public", webDir, { recursive: true });
writeFileSync(join(webDir, "index.html"), "<!doctype html><title>Mizan</title>");

const largeText = JSON.stringify("large ".repeat(1000));
let answered = 0;
const { server } = createNodeServer({
  endStreams: () => {},
  api: {
    ...api,
    answer: (request, peer) => {
      answered++;
      if (request.url.endsWith("/large"))
        return Promise.resolve(new Response(largeText, { headers: { "content-type": "application/json" } }));
      return api.answer(request, peer);
    },
  },
  config: readConfig({}),
  metrics: openMetrics(),
  readiness: async () => ({ isReady: true }),
  webDir,
  referenceDir: "dist/web",
  // As on a running host, but a hundred times faster.
  patience: { headersTimeout: 100, requestTimeout: 600, connectionsCheckingInterval: 20 },
});
let port: number;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  rmSync(webDir, { recursive: true });
});

/** Everything received over a connection until it is closed. */
function exchange(begin: (socket: Socket) => void): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text: string) => (heard += text));
  // A connection that is cut may report an error, which this test expects.
  socket.on("error", () => {});
  begin(socket);
  return new Promise((done) => socket.once("close", () => done(heard)));
}

/** Sends the same text repeatedly until the connection is closed. */
const dribble = (socket: Socket, head: string, more: string) => {
  socket.write(head);
  const timer = setInterval(() => socket.write(more), 25);
  socket.once("close", () => clearInterval(timer));
};
const slowHeaders = (socket: Socket) => dribble(socket, "POST /api/open HTTP/1.1\r\nHost: x\r\n", "X-Slow: 1\r\n");
const slowBody = (socket: Socket) =>
  dribble(
    socket,
    "POST /api/open HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n",
    " ",
  );

const senders = 75;

test("75 senders of slow headers and 75 of slow bodies are all cut off, while others are answered", async ({
  annotate,
}) => {
  let cut = 0;
  const slow = [slowHeaders, slowBody].flatMap((send) =>
    Array.from({ length: senders }, async () => {
      const heard = await exchange(send);
      cut++;
      return heard;
    }),
  );
  let served = 0;
  while (cut < slow.length) {
    // Signed in: calls without a session would be counted in the database, and this test has none.
    const response = await fetch(`http://127.0.0.1:${port}/api/shelves/1/note`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-access-token": "full" },
      body: "{}",
    });
    expect(response.status).toBe(200);
    served++;
  }
  const heard = await Promise.all(slow);
  await annotate(`R24: ${cut} of ${slow.length} slow senders cut, ${served} others answered meanwhile`);
  expect(served).toBeGreaterThan(0);
  expect(heard.filter((text) => text.startsWith("HTTP/1.1 2"))).toEqual([]);
});

test("a running host cuts them off after 65 seconds at most", () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = patience;
  expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).toBeLessThanOrEqual(65_000);
});

describe("an ambiguous request is refused", () => {
  const line = "POST /api/open HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  const next = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  test.each([
    ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}"],
    ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
    ["a list of lengths", "Content-Length: 2, 2\r\n\r\n{}"],
    ["a length with a sign", "Content-Length: +2\r\n\r\n{}"],
    ["a length below zero", "Content-Length: -1\r\n\r\n{}"],
    ["a length in hexadecimals", "Content-Length: 0x2\r\n\r\n{}"],
    ["an encoding that is not there", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["chunks that are not the last", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"],
    ["a space before the colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
    [
      "a header that goes on in the next line",
      "X: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 2\r\n\r\n{}",
    ],
    ["a chunk whose size is no number", "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"],
    ["lines that end with half an end", "Content-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n"],
  ])("%s", async (_what, rest) => {
    const before = answered;
    const heard = await exchange((socket) => socket.write(line + rest + next));
    expect(heard.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 400"]);
    expect(answered - before).toBeLessThanOrEqual(1);
  });
});

test("a call of an unknown operation is refused like any other, with the request id that was sent", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/nothing`, {
    headers: { "x-request-id": "from-outside" },
  });
  expect(await response.json()).toEqual({
    status: 404,
    code: "not_found",
    message: "This operation doesn’t exist.",
    errors: [],
    details: {},
    requestId: "from-outside",
  });
  expect([response.status, response.headers.get("x-request-id")]).toEqual([404, "from-outside"]);
});

test("small answers are sent as they are, and large ones compressed", async () => {
  const answerTo = (path: string) =>
    fetch(`http://127.0.0.1:${port}/api/v1/${path}`, { headers: { "accept-encoding": "gzip" } });
  const small = await answerTo("nothing");
  expect(small.headers.get("content-encoding")).toBeNull();
  expect(small.headers.get("content-length")).toBe(`${Buffer.byteLength(await small.text())}`);
  const large = await answerTo("large");
  expect([large.headers.get("content-encoding"), await large.text()]).toEqual(["gzip", largeText]);
});

test("R26: a browser stays on HTTPS if users connect by it", async () => {
  const { server: secured } = createNodeServer({
    endStreams: () => {},
    api,
    config: readConfig({ PUBLIC_URL: "https://mizan.example", TRUSTED_PROXIES: "1" }),
    metrics: openMetrics(),
    readiness: async () => ({ isReady: true }),
    webDir,
    referenceDir: "dist/web",
  });
  await once(secured.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(secured.address() as AddressInfo).port}`;
  for (const path of ["/healthz", "/api/nowhere", "/api/shelves"]) {
    const { headers } = await fetch(url + path);
    expect([path, headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000; includeSubDomains"]);
  }
  secured.close();
});

describe("the page", () => {
  const open = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method });
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    return { status: response.status, isPage, text: await response.text() };
  };
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  test.each([
    "/",
    "/login",
    "/apps/brand/brands/0190?tab=history",
    "/certificates/CERT-000114",
    "/pages/errors/error-404",
  ])("answers the screen %s for every client", async (path) => {
    expect(await open(path)).toMatchObject({ status: 200, isPage: true });
    expect(await open(path, browser)).toMatchObject({ status: 200, isPage: true });
  });

  test.each([
    "/all_cashbackActiveCSV",
    "/foo.json",
    "/apps/export.csv",
    "/.env",
    "/wp-admin/",
    "/assets/gone-1a2b3c4.js",
  ])("never answers %s with 200", async (path) => {
    const plain = await open(path);
    expect([plain.status, plain.isPage, JSON.parse(plain.text).code]).toEqual([404, false, "not_found"]);
    // A browser with a dead link still gets the page.
    expect(await open(path, browser)).toMatchObject({ status: 404, isPage: true });
    expect((await open(path, {}, "POST")).status).toBe(404);
  });

  test("isn't served for robots.txt, which keeps every crawler away", async () => {
    for (const headers of [{}, browser]) {
      const { status, isPage, text } = await open("/robots.txt", headers);
      expect([status, isPage, text]).toEqual([200, false, "User-agent: *\nDisallow: /\n"]);
    }
  });
});
