import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withWholeBody } from "#hosts/node/wholeBody.ts";

/** What `arrayBuffer` of each request resolved to, in their order; null where it rejected. */
const bodies: Promise<Uint8Array | null>[] = [];
const unread = new Uint8Array([1, 2, 3]);
const server = createServer((incoming, outgoing) => {
  // Stands for the adapter, whose own way to read the body must not be used as well.
  const adapted = { arrayBuffer: () => Promise.resolve(unread.buffer) } as Request;
  const body = withWholeBody(adapted, incoming).arrayBuffer();
  const read = body.then((bytes) => new Uint8Array(bytes)).catch(() => null);
  bodies.push(read);
  void read.then(() => outgoing.end());
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => void server.close());

const putting = (length: number) =>
  send({
    port: (server.address() as AddressInfo).port,
    host: "127.0.0.1",
    method: "PUT",
    headers: { "content-length": length },
  });

const bytes = Uint8Array.from({ length: 3_000_001 }, (_, at) => (at * 31) >>> 8);

test("a large body arrives byte for byte, in however many pieces it is sent", async () => {
  const sent = putting(bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += 999_983) sent.write(bytes.subarray(at, at + 999_983));
  sent.end();
  await once(sent, "response");
  expect(Buffer.compare((await bodies.at(-1))!, bytes)).toBe(0);
});

test("one that breaks off is no body", async () => {
  const before = bodies.length;
  const sent = putting(bytes.byteLength);
  sent.on("error", () => {});
  sent.write(bytes.subarray(0, 999_983));
  await expect.poll(() => bodies.length).toBe(before + 1);
  sent.destroy();
  expect(await bodies.at(-1)).toBeNull();
});

test("a small one is left to the adapter", async () => {
  const sent = putting(10);
  sent.end("0123456789");
  await once(sent, "response");
  expect(await bodies.at(-1)).toEqual(unread);
});
