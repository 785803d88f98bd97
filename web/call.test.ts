import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import { call, isFault } from "#web/call.ts";
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

test("what failed is told by the server's message, else the first field's, else the status, else the house", async () => {
  const told = async (body: string, statusText: string) =>
    textOf(await refusalOf(answering(body, { status: 502, statusText })));
  const errors = [{ path: "name", code: "of_no_words", message: "Too short" }];
  expect(await told(JSON.stringify({ message: "Closed today", errors }), "Bad Gateway")).toBe("Closed today");
  expect(await told(JSON.stringify({ errors }), "Bad Gateway")).toBe("Too short");
  expect(await told("<html>", "Bad Gateway")).toBe("Bad Gateway");
  expect(await told("<html>", "")).toBe("Something went wrong");
});

test("a fault is told from a refusal with a reason, also where no answer came", async () => {
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

test("an answer with a target leads there, and never off this site", async () => {
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
