import { describe, expect, test, vi } from "vitest";
import { apiOf, files, logged, plainly, refused, routes, send, sendJson, widgets } from "#api/testing/kernelFixture.ts";

describe("who may call", () => {
  test("asks for a sign-in, then for the permission, before it looks at the input", async () => {
    const nonsense = { body: "{ not json", headers: { "content-type": "application/json" } };
    expect(await refused(send("POST", "/api/shelves", { ...nonsense, token: null }))).toEqual(
      plainly(401, "token_missing"),
    );
    expect(await refused(send("POST", "/api/shelves", { ...nonsense, token: "reader" }))).toEqual(
      plainly(403, "permission_denied"),
    );
    expect(await refused(send("POST", "/api/shelves", nonsense))).toEqual(plainly(400, "malformed_json"));
  });

  test("rejects everyone who must change their password first", async () => {
    expect(await refused(send("GET", "/api/shelves", { token: "new" }))).toEqual(
      plainly(403, "password_change_required"),
    );
  });

  test("does not authenticate the caller of a public operation", async () => {
    expect((await sendJson("POST", "/api/open", {}, { token: "unknown" }))?.status).toBe(200);
  });

  test("does not start if an operation has no permission, or if two share a path", () => {
    const open = routes.find(({ operation }) => operation === widgets.open)!;
    const silent = { ...open, operation: { ...open.operation, permission: "" as never } };
    expect(() => apiOf([silent])).toThrow("POST /api/open names no permission");
    expect(() => apiOf([open, open])).toThrow("two operations answer POST /api/open");
    const keyed = { ...open, operation: { ...open.operation, idempotencyKey: "required" as const } };
    expect(() => apiOf([keyed])).toThrow("POST /api/open accepts an Idempotency-Key, but its answer can't be stored");
  });
});

describe("routing", () => {
  test("answers null for a path that no operation has, whatever the method", async () => {
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) expect(await send(method, "/api/other")).toBeNull();
  });

  test("prefers a literal path to one with a parameter", async () => {
    expect(await (await send("GET", "/api/shelves/count"))?.json()).toEqual({ count: 12 });
  });

  test("answers under an alias as under its path, and decodes the parameter", async () => {
    for (const path of ["/api/shelves/a%20b", "/shelf/a%20b"]) {
      expect(await (await send("GET", path))?.json()).toEqual({ id: "a b", label: "Dates", version: 3 });
    }
  });

  test("uses the fallback route for callers who have its permission instead of the first operation's", async () => {
    const answerTo = async (token: string) => (await send("GET", "/api/shelves", { token }))?.json();
    expect(await answerTo("reader")).toEqual({ limit: 25, labels: [], isFull: null });
    expect(await answerTo("passer-by")).toEqual({ labels: ["Dates"] });
    expect(await answerTo("nobody's")).toMatchObject({ status: 403, details: { permission: "shelves.read" } });
    expect(await refused(send("GET", "/api/shelves?limit=25", { token: "passer-by" }))).toMatchObject({
      code: "unknown_field",
    });
    expect(await refused(send("GET", "/api/shelves", { token: null }))).toEqual(plainly(401, "token_missing"));
  });

  test("lists the methods of a path", async () => {
    const other = (await send("PUT", "/api/shelves/s1"))!;
    expect([other.status, other.headers.get("allow")]).toEqual([405, "DELETE, GET, HEAD, OPTIONS, PATCH"]);
    const options = (await send("OPTIONS", "/api/shelves/s1", { token: null }))!;
    expect([options.status, options.headers.get("allow")]).toEqual([204, "DELETE, GET, HEAD, OPTIONS, PATCH"]);
    expect([...options.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("answers HEAD as GET without the body, and closes the source of the body", async () => {
    const head = (await send("HEAD", "/api/shelves/s1"))!;
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, '"3"', ""]);
    const closedBefore = files.closed;
    expect((await send("HEAD", "/api/shelves.csv"))?.status).toBe(200);
    expect(files.closed).toBe(closedBefore + 1);
    expect((await send("HEAD", "/api/shelves/s1", { token: null }))?.status).toBe(401);
  });
});

describe("responses", () => {
  test("omit fields that the contract does not have, and forbid caching", async () => {
    const response = (await send("GET", "/api/shelves/s1"))!;
    expect(await response.json()).toEqual({ id: "s1", label: "Dates", version: 3 });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toBe("test-1");
  });

  test("contain code, status, message and details of a refusal", async () => {
    const response = (await sendJson("POST", "/api/shelves", { label: "full" }))!;
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      status: 409,
      code: "shelf_full",
      message: "The shelf holds 40 already.",
      errors: [],
      details: { count: 40 },
      requestId: "test-1",
    });
  });

  test("hide a fault from the caller and log it", async () => {
    const response = (await sendJson("POST", "/api/open", { fail: "fault" }))!;
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('"code":"internal"');
    expect(text).not.toContain("secret");
    expect(JSON.stringify(logged.at(-1))).toContain("the secret of the house");
  });

  test("say when to retry while the database is unavailable", async () => {
    const response = (await sendJson("POST", "/api/open", { fail: "outage" }))!;
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.json()).toMatchObject({ code: "retry_later" });
  });

  test("log why the database is unavailable, without any row data", async () => {
    await sendJson("POST", "/api/open", { fail: "outage" });
    expect(logged.at(-1)).toMatchObject({ event: "database unavailable", facts: { reason: "disk full" } });
    expect(JSON.stringify(logged.at(-1))).not.toContain("Aisyah");
  });

  test("arrive before the client gives up, and say that the change may have been made", async () => {
    vi.useFakeTimers();
    const response = sendJson("POST", "/api/open", { fail: "silence" });
    await vi.advanceTimersByTimeAsync(3_999);
    vi.useRealTimers();
    // A statement outside of a transaction can't be rolled back.
    expect(await refused(response)).toMatchObject({ status: 503, code: "outcome_unknown" });
  });

  test("stream a file, and refuse like any other call as long as none of it has been sent", async () => {
    const whole = (await send("GET", "/api/shelves.csv"))!;
    expect(whole.headers.get("content-disposition")).toBe('attachment; filename="shelves.csv"');
    expect(await whole.text()).toBe("label\r\nline 0\r\nline 1\r\nline 2\r\n");
    expect(await refused(send("GET", "/api/shelves.csv?failAt=0"))).toMatchObject({ status: 503 });
  });

  test("abort a file that fails half-way, so that it does not look complete", async () => {
    const broken = (await send("GET", "/api/shelves.csv?failAt=2"))!;
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow("away");
  });

  test("stop creating a file that the client no longer reads", async () => {
    const closedBefore = files.closed;
    const file = (await send("GET", "/api/shelves.csv"))!;
    await file.body?.cancel();
    expect(files.closed).toBe(closedBefore + 1);
  });
});
