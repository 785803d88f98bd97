import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withBodyOfGet } from "#hosts/node/bodyOfGet.ts";

const server = createServer((incoming, outgoing) => {
  const request = new Request(`http://localhost${incoming.url}`, { headers: incoming.headers as HeadersInit });
  void withBodyOfGet(request, incoming).then(({ url }) => outgoing.end(url.slice("http://localhost".length)));
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => void server.close());

/** The URL to which a GET with this body is rewritten. */
async function get(path: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const sent = send({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", path, headers });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [AsyncIterable<Buffer>];
  let text = "";
  for await (const chunk of answer) text += chunk.toString();
  return text;
}

const credentials = JSON.stringify({ email: "aisyah@mizan.example", password: "p & q", role: "admin" });

test("email and password in the body of a GET are moved to the query, and nothing else is", async () => {
  expect(await get("/api/auth", credentials)).toBe("/api/auth?email=aisyah%40mizan.example&password=p+%26+q");
});

test.each([
  ["another address", "/api/v1/brands", credentials],
  ["a body that is no JSON", "/api/auth", "email=aisyah"],
  ["a body that is no object", "/api/auth", "null"],
  ["values that are no texts", "/api/auth", '{"email":{"a":1},"password":7}'],
  ["a body longer than any password", "/api/auth", JSON.stringify({ email: "x".repeat(5000) })],
])("leaves a request as it was with %s", async (_, path, body) => {
  expect(await get(path, body)).toBe(path);
});
