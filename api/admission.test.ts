import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { createAdmission, type Lane } from "#api/admission.ts";
import { limitsOf } from "#api/limits.ts";
import { send, widgets } from "#api/testing/kernelFixture.ts";
import { features } from "#features/api.ts";

// Under overload the API serves the calls that it can finish in time and rejects the others immediately.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lane = { servedMax: 2, waitingMax: 3, waitMaxMs: 100 };

/** Calls that the test ends one by one, and the outcome of each. */
function desk() {
  const admission = createAdmission({ usual: lane, signIn: lane }, () => vi.getMockedSystemTime()!.getTime());
  const outcomes: string[] = [];
  const ends = new Map<string, () => void>();
  const come = (name: string, at: Lane = "usual") =>
    void admission
      .admit(at, () => {
        outcomes.push(`${name} served`);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .catch((error: Refusal) => outcomes.push(`${name} ${error.status} ${error.code}`));
  const end = async (name: string) => {
    ends.get(name)!();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { admission, outcomes, come, end };
}
const comeAll = (come: (name: string) => void, names: string) => names.split("").forEach((name) => come(name));

describe("of six calls with two places and a queue of three", () => {
  test("two are served, three wait, and the sixth is rejected immediately", async () => {
    const { admission, outcomes, come, end } = desk();
    comeAll(come, "abcdef");
    await vi.advanceTimersByTimeAsync(0);
    expect(outcomes).toEqual(["a served", "b served", "f 503 server_busy"]);
    expect(admission.isFull("usual")).toBe(true);
    await end("b");
    expect(admission.isFull("usual")).toBe(false);
    expect(outcomes.at(-1)).toBe("c served");
  });

  test("waiting calls are served in order of arrival, and each free place is used once", async () => {
    const { outcomes, come, end } = desk();
    comeAll(come, "abcde");
    for (const name of ["a", "b", "c", "d", "e"]) await end(name);
    expect(outcomes).toEqual(["a served", "b served", "c served", "d served", "e served"]);
    comeAll(come, "gh");
    expect(outcomes.slice(5)).toEqual(["g served", "h served"]);
  });

  test("a call that has waited too long is rejected, whether or not a place becomes free", async () => {
    const { outcomes, come, end } = desk();
    comeAll(come, "abc");
    await vi.advanceTimersByTimeAsync(60);
    come("d");
    await vi.advanceTimersByTimeAsync(40);
    expect(outcomes).toEqual(["a served", "b served", "c 503 server_busy"]);
    await end("a");
    expect(outcomes.at(-1)).toBe("d served");
  });
});

test("the lane is full as soon as the queue would take longer than the maximum wait", async () => {
  const { admission, outcomes, come, end } = desk();
  comeAll(come, "ab");
  await vi.advanceTimersByTimeAsync(80);
  await end("a");
  await end("b");
  // A call takes 80 ms, so with two places one becomes free every 40 ms: the third waiting call would wait for 120 ms.
  comeAll(come, "cdefg");
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes.slice(2)).toEqual(["c served", "d served", "g 503 server_busy"]);
  expect(admission.isFull("usual")).toBe(true);
});

test("only a third of the places serve slow calls, and all of them serve fast ones again", async () => {
  const { outcomes, come, end } = desk();
  come("a");
  await vi.advanceTimersByTimeAsync(150);
  await end("a");
  comeAll(come, "bc");
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes).toEqual(["a served", "b served", "c 503 server_busy"]);
  await end("b");
  for (const name of ["d", "e", "f", "g"]) {
    come(name);
    await end(name);
  }
  comeAll(come, "hi");
  expect(outcomes.slice(-2)).toEqual(["h served", "i served"]);
});

test("a failed call frees its place like a successful one", async () => {
  const admission = createAdmission({ usual: { ...lane, servedMax: 1 } });
  await expect(admission.admit("usual", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await admission.admit("usual", async () => "served")).toBe("served");
});

test("users can sign in and out however many other calls there are", async () => {
  const { outcomes, come } = desk();
  comeAll(come, "abcdef");
  come("sign-in", "signIn");
  expect(outcomes).toContain("sign-in served");
  const operations = features.flatMap(({ routes }) => routes.map(({ operation }) => operation));
  const paths = operations.filter((operation) => limitsOf(operation).lane === "signIn").map(({ path }) => path);
  for (const path of ["/api/mt_auth/signinInt", "/api/mt_auth/logout", "/api/auth", "/api/v1/session/second-factor"])
    expect(paths).toContain(path);
  // No other operation may use this lane.
  for (const path of new Set(paths)) expect(path).toMatch(/^\/api\/(mt_auth|auth|v1\/session)(\/|$)/);
});

test("slow operations have a lane of their own", () => {
  const long = features.flatMap(({ routes }) =>
    routes.map(({ operation }) => operation).filter((operation) => limitsOf(operation).lane === "long"),
  );
  expect(long.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/api/v1/files", "/api/v1/imports", "/api/v1/certificates/{id}/impact"]),
  );
  expect(limitsOf(widgets.find)).toEqual({ lane: "usual", timeoutMs: 3_800 });
});

test("a request takes no place while its body is still arriving", async () => {
  vi.useRealTimers();
  const { apiOf, routes } = await import("#api/testing/kernelFixture.ts");
  const one = createAdmission({ usual: { servedMax: 1, waitingMax: 0, waitMaxMs: 100 } });
  const api = apiOf(routes, one);
  const ask = (method: string, body?: BodyInit) =>
    api.answer(
      new Request(`https://mizan.test/api/shelves`, {
        method,
        headers: { "x-access-token": "full", "content-type": "application/json" },
        ...(body === undefined ? {} : { body, duplex: "half" }),
      }),
      { address: "192.0.2.1", requestId: "test-1" },
    );
  let finish = () => {};
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      finish = () => {
        controller.enqueue(new TextEncoder().encode('{ "label": "Dates" }'));
        controller.close();
      };
    },
  });
  const sending = ask("POST", slow);
  // The sender is identified by now, and sends slowly.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect((await ask("GET"))?.status).toBe(200);
  finish();
  expect((await sending)?.status).toBe(200);
  expect((await send("GET", "/api/shelves"))?.status).toBe(200);
});
