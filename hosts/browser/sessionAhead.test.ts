import { afterEach, expect, test, vi } from "vitest";
import { withSessionAhead } from "#hosts/browser/sessionAhead.ts";

const path = "/api/v1/session";
const request = (init: RequestInit = {}) =>
  new Request(`http://mizan.test${path}`, { headers: { "x-access-token": "ours" }, ...init });
const answerOf = async (response: Promise<Response>) => (await response).text();

/** A transport that counts its requests, and what `boot.js` has asked before. */
function prepare(ahead: Promise<Response>, token = "ours") {
  ahead.catch(() => {});
  vi.stubGlobal("window", { sessionAhead: { token, responses: { [path]: ahead } } });
  vi.stubGlobal("location", { origin: "http://mizan.test" });
  const transport = vi.fn<(request: Request) => Promise<Response>>(async () => new Response("asked later"));
  return { transport, send: withSessionAhead(transport) };
}

afterEach(() => vi.unstubAllGlobals());

test("the first request gets the response that was asked for ahead, and the next one is sent", async () => {
  const { transport, send } = prepare(Promise.resolve(new Response("asked ahead")));
  expect(await answerOf(send(request()))).toBe("asked ahead");
  expect(transport).not.toHaveBeenCalled();
  expect(await answerOf(send(request()))).toBe("asked later");
});

test.each([
  ["another method", request({ method: "DELETE" }), "ours"],
  ["another path", new Request("http://mizan.test/api/v1/home", { headers: { "x-access-token": "ours" } }), "ours"],
  [
    "another query",
    new Request(`http://mizan.test${path}?limit=50`, { headers: { "x-access-token": "ours" } }),
    "ours",
  ],
  ["another user's token", request(), "theirs"],
  ["no token", new Request(`http://mizan.test${path}`), "ours"],
])("%s is sent", async (_, other, token) => {
  const { send } = prepare(Promise.resolve(new Response("asked ahead")), token);
  expect(await answerOf(send(other))).toBe("asked later");
});

test("is sent after all if the network failed", async () => {
  const { send } = prepare(Promise.reject(new TypeError("Failed to fetch")));
  expect(await answerOf(send(request()))).toBe("asked later");
});

test("the caller's time limit applies while the response is awaited", async () => {
  const { send } = prepare(new Promise(() => {}));
  await expect(send(request({ signal: AbortSignal.abort(new Error("too late")) }))).rejects.toThrow("too late");
});
