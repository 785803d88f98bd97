import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import { call, downloadBeginning, isFault } from "#web/call.ts";
import { onRedirect } from "#web/redirects.ts";
import { textOf } from "#web/textOf.ts";

const ping = operation({
  method: "POST",
  path: "/api/v1/ping",
  permission: "session",
  summary: "Answers",
  input: z.strictObject({}),
  output: z.unknown(),
});
const silent = ({ signal }: Request) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("gone"))));
const answering = (body: string, init: ResponseInit = {}) => call(async () => new Response(body, init), ping, {});
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as Refusal,
  );

test("the error text is the server's message, else the first field error, else the status text, else the app's own message", async () => {
  const reported = async (body: string, statusText: string) =>
    textOf(await refusalOf(answering(body, { status: 502, statusText, headers: typeOf(body) })));
  const typeOf = (body: string) => ({ "content-type": body.startsWith("<") ? "text/html" : "text/plain" });
  const errors = [{ path: "name", code: "of_no_words", message: "Too short" }];
  expect(await reported(JSON.stringify({ message: "Closed today", errors }), "Bad Gateway")).toBe("Closed today");
  expect(await reported(JSON.stringify({ errors }), "Bad Gateway")).toBe("Too short");
  expect(await reported(JSON.stringify({ errors: { name: ["Too long"] } }), "Bad Gateway")).toBe("Too long");
  expect(await reported(JSON.stringify({ error: "No such board" }), "Bad Gateway")).toBe("No such board");
  expect(await reported(JSON.stringify({ error: { email: null, password: "Wrong" } }), "Bad Gateway")).toBe("Wrong");
  expect(await reported(JSON.stringify("Requested board do not exist."), "Bad Gateway")).toBe(
    "Requested board do not exist.",
  );
  expect(await reported("Closed", "Bad Gateway")).toBe("Closed");
  expect(await reported("<html>", "Bad Gateway")).toBe("Bad Gateway");
  expect(await reported("<html>", "")).toBe("Something went wrong");
});

test("distinguishes a fault from a refusal with a reason, also when no response came", async () => {
  const outcomes = await Promise.all([
    refusalOf(answering(JSON.stringify({ code: "internal", message: "Something went wrong" }), { status: 500 })),
    refusalOf(answering("<html>", { status: 502 })),
    refusalOf(call(async () => Promise.reject(new TypeError("Failed to fetch")), ping, {})),
    refusalOf(call(silent, ping, {}, { timeoutMs: 1 })),
    refusalOf(answering(JSON.stringify({ code: "brand_in_use", message: "In use" }), { status: 409 })),
  ]);
  expect(outcomes.map(isFault)).toEqual([true, true, true, true, false]);
  expect(isFault(new TypeError("x is undefined"))).toBe(true);
});

test("a response with a target navigates there, but never to another site", async () => {
  const visited: string[] = [];
  onRedirect((path) => void visited.push(path));
  onTestFinished(() => onRedirect(() => {}));
  for (const redirect of [
    "/apps/brand/brands?q=a",
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    7,
    null,
  ])
    await answering(JSON.stringify({ redirect }));
  await answering(JSON.stringify(null));
  await answering(JSON.stringify({ redirect: "/home" }), { status: 201 });
  expect(visited).toEqual(["/apps/brand/brands?q=a"]);
});

test("a 200 without a body is not an error", async () => {
  expect(await answering("")).toBeUndefined();
});

test("a response that breaks off in its middle says nothing about what the server did", async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) });
  const refusal = await refusalOf(call(async () => new Response(broken), ping, {}));
  expect(refusal).toMatchObject({ code: "unreachable" });
});

test("the beginning of a file is loaded, and no more of it", async () => {
  let [sent, isCancelled] = [0, false];
  const endless = new ReadableStream<Uint8Array>({
    pull: (stream) => stream.enqueue(new Uint8Array(1000).fill(++sent)),
    cancel: () => void (isCancelled = true),
  });
  const beginning = await downloadBeginning(async () => new Response(endless), ping, {}, { bytesMax: 2500 });
  const bytes = new Uint8Array(await beginning.arrayBuffer());
  expect([bytes.length, bytes[0], bytes[1999], bytes[2499], isCancelled]).toEqual([2500, 1, 2, 3, true]);
  expect(sent).toBeLessThan(6);
  const short = await downloadBeginning(async () => new Response("all of it"), ping, {}, { bytesMax: 2500 });
  expect(await short.text()).toBe("all of it");
});

test("a form carries only non-empty fields and no objects, as spec 000 §3 requires", async () => {
  const save = operation({ ...ping, input: z.record(z.string(), z.unknown()) });
  const sent = async (encoding: "multipart" | "urlencoded") => {
    const bodies: (readonly [string, unknown])[] = [];
    const transport = async (request: Request) => {
      bodies.push(...(await request.formData()));
      return new Response("{}");
    };
    const fields = { name: "تمر", empty: "", none: null, tags: ["a"], place: { aisle: 3 }, count: 0, isFull: false };
    await call(transport, save, fields, { encoding });
    return bodies;
  };
  const kept = [
    ["name", "تمر"],
    ["count", "0"],
    ["isFull", "false"],
  ];
  expect(await sent("multipart")).toEqual(kept);
  expect(await sent("urlencoded")).toEqual(kept);
});

test("a delete uses its alternate path where a proxy blocks DELETE", async () => {
  const remove = operation({
    method: "DELETE",
    path: "/api/v1/brands/{id}",
    permission: "session",
    summary: "Removes",
    input: z.strictObject({ id: z.string(), version: z.int() }),
    output: z.object({}),
    versioned: true,
  });
  const seen: string[] = [];
  const sendThrough = (blocked: Response) => async (request: Request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get("if-match")}`);
    return request.method === "DELETE" ? blocked : new Response("{}");
  };
  await call(sendThrough(new Response("<html>", { status: 405 })), remove, { id: "7", version: 3 });
  expect(seen).toEqual(['DELETE /api/v1/brands/7 "3"', 'POST /api/v1/brands/7/delete "3"']);
  const ours = Response.json({ code: "permission_denied", message: "No" }, { status: 403 });
  expect(await refusalOf(call(sendThrough(ours), remove, { id: "7", version: 3 }))).toMatchObject({ status: 403 });
  expect(seen).toHaveLength(3);
});
