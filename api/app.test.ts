import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { bodyBytesMax, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf } from "#base/list.ts";
import { refusals } from "#base/refusal.ts";
import { createApi } from "#api/app.ts";
import type { Actor, Db } from "#api/context.ts";
import type { Ports } from "#api/ports.ts";
import { type Route, serve } from "#api/serve.ts";

const Shelf = z.object({ id: z.string(), label: z.string(), version: z.int() });
const shelfRefusals = refusals({ shelf_full: { status: 409, message: "The shelf holds {count} already." } });

const shelves = {
  find: operation({
    method: "GET",
    path: "/api/shelves",
    permission: "shelves.read",
    summary: "Find shelves",
    input: z.strictObject({
      limit: z._default(z.literal([25, 50]), 25),
      labels: anyOf(z.string()),
      isFull: z.optional(z.boolean()),
    }),
    output: z.object({ limit: z.int(), labels: z.array(z.string()), isFull: z.nullable(z.boolean()) }),
  }),
  get: operation({
    method: "GET",
    path: "/api/shelves/{id}",
    aliases: ["/shelf/{id}"],
    permission: "shelves.read",
    summary: "One shelf",
    input: z.strictObject({ id: z.string() }),
    output: Shelf,
  }),
  count: operation({
    method: "GET",
    path: "/api/shelves/count",
    permission: "shelves.read",
    summary: "How many",
    input: z.strictObject({}),
    output: z.object({ count: z.int() }),
  }),
  create: operation({
    method: "POST",
    path: "/api/shelves",
    permission: "shelves.create",
    summary: "Make a shelf",
    input: z.strictObject({
      label: fields.text({ min: 2, max: 10 }),
      place: z.optional(z.strictObject({ aisle: z.int() })),
      names: z.optional(fields.translations({ max: 10 })),
    }),
    output: Shelf,
    refusals: [shelfRefusals.shelf_full],
  }),
  rename: operation({
    method: "PATCH",
    path: "/api/shelves/{id}",
    permission: "shelves.update",
    summary: "Rename a shelf",
    input: z.strictObject({ id: z.string(), version: fields.version(), label: z.optional(z.string()) }),
    output: Shelf,
    versioned: true,
  }),
  note: operation({
    method: "POST",
    path: "/api/shelves/{id}/note",
    permission: "session",
    summary: "Leave a note",
    input: z.strictObject({ id: z.string(), text: z.string(), isUrgent: z.optional(z.boolean()) }),
    output: z.object({ text: z.string(), isUrgent: z.boolean() }),
    body: "text",
    bodyBytesMax: 40,
  }),
  print: operation({
    method: "GET",
    path: "/api/shelves.csv",
    permission: "shelves.read",
    summary: "As a file",
    input: z.strictObject({ failAt: z.optional(z.int()) }),
    output: z.string(),
    reply: "csv",
  }),
  open: operation({
    method: "POST",
    path: "/api/open",
    permission: "public",
    summary: "For everybody",
    input: z.strictObject({ fail: z.optional(z.enum(["refusal", "fault", "outage"])) }),
    output: z.undefined(),
    reply: "empty",
  }),
};

class Outage extends Error {}

/** How many files were made to their end, or given up. */
let chunksClosed = 0;

async function* chunks(failAt: number | undefined) {
  try {
    for (let place = 0; place < 3; place++) {
      if (place === failAt) throw new Outage("away");
      yield `line ${place}\r\n`;
    }
  } finally {
    chunksClosed++;
  }
}

const routes = serve(shelves, {
  find: async (_ctx, input) => ({ limit: input.limit, labels: input.labels ?? [], isFull: input.isFull ?? null }),
  // The number stays inside: an answer holds what the contract names (reliability R14).
  get: async (_ctx, { id }) => ({ id, label: "Dates", version: 3, number: 7 }),
  count: async () => ({ count: 12 }),
  create: async (_ctx, input) => {
    if (input.label === "full") throw shelfRefusals.shelf_full({ count: 40 });
    return { id: "s1", label: input.label, version: 1 };
  },
  rename: async (_ctx, input) => ({ id: input.id, label: input.label ?? "Dates", version: input.version + 1 }),
  note: async (_ctx, { text, isUrgent = false }) => ({ text, isUrgent }),
  print: async (_ctx, { failAt }) => ({ fileName: "shelves.csv", chunks: chunks(failAt) }),
  open: async (_ctx, { fail }) => {
    if (fail === "refusal") throw shelfRefusals.shelf_full({ count: 1 });
    if (fail === "fault") throw new Error("the secret of the house");
    if (fail === "outage") throw new Outage("away");
    return undefined;
  },
});

const actor: Actor = {
  userId: "u1",
  userNumber: 1,
  userCategoryId: 1,
  name: "Aisyah",
  email: "aisyah@mizan.test",
  role: "staff",
  sessionId: "s1",
  permissions: new Set(["shelves.read", "shelves.create", "shelves.update"]),
  mustChangePassword: false,
};
const actorsByToken = new Map<string | null, Actor>([
  ["full", actor],
  ["reader", { ...actor, permissions: new Set(["shelves.read"]) }],
  ["new", { ...actor, mustChangePassword: true }],
]);

const logged: { event: string; facts: unknown }[] = [];

function apiOf(served: readonly Route[]) {
  const write = (event: string, facts: unknown) => void logged.push({ event, facts });
  const ports = {
    now: () => "2026-11-20T09:00:00.000Z",
    log: { info: write, warn: write, error: write },
    isDatabaseUnavailable: (error: unknown) => error instanceof Outage,
  } as unknown as Ports;
  return createApi({
    features: [{ routes: served }],
    authenticate: async (_ctx, request) => actorsByToken.get(request.headers.get("x-access-token")) ?? null,
    db: null as unknown as Db,
    ports,
    jobs: { wake: () => {} },
    settings: { publicUrl: "https://mizan.test", host: "node", version: "0.0.0" },
  });
}

const api = apiOf(routes);

type Sent = { token?: string | null; body?: BodyInit; headers?: Record<string, string> };

function send(method: string, path: string, { token = "full", body, headers = {} }: Sent = {}) {
  const request = new Request(`https://mizan.test${path}`, {
    method,
    headers: { ...(token === null ? {} : { "x-access-token": token }), ...headers },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  });
  return api.answer(request, { address: "192.0.2.1", requestId: "test-1" });
}

const sendJson = (method: string, path: string, body: unknown, sent: Sent = {}) =>
  send(method, path, {
    ...sent,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...sent.headers },
  });

type Body = { status: number; code: string; message: string; errors: { path: string; code: string }[] };

async function refused(answer: Promise<Response | null>) {
  const response = (await answer)!;
  const { status, code, errors } = (await response.json()) as Body;
  expect(status).toBe(response.status);
  return { status, code, errors: errors.map(({ path, code }) => `${path}: ${code}`) };
}

const plainly = (status: number, code: string) => ({ status, code, errors: [] });

describe("who may call", () => {
  test("asks for a sign-in, then for the permission, before it looks at what was sent", async () => {
    const nonsense = { body: "{ not json", headers: { "content-type": "application/json" } };
    expect(await refused(send("POST", "/api/shelves", { ...nonsense, token: null }))).toEqual(
      plainly(401, "token_missing"),
    );
    expect(await refused(send("POST", "/api/shelves", { ...nonsense, token: "reader" }))).toEqual(
      plainly(403, "permission_denied"),
    );
    expect(await refused(send("POST", "/api/shelves", nonsense))).toEqual(plainly(400, "malformed_json"));
  });

  test("lets nobody in who must change the password first", async () => {
    expect(await refused(send("GET", "/api/shelves", { token: "new" }))).toEqual(
      plainly(403, "password_change_required"),
    );
  });

  test("does not look for a person behind a public call", async () => {
    expect((await sendJson("POST", "/api/open", {}, { token: "unknown" }))?.status).toBe(200);
  });

  test("does not start with a call that names no permission, or with two for one address", () => {
    const open = routes.find(({ operation }) => operation === shelves.open)!;
    const silent = { ...open, operation: { ...open.operation, permission: "" as never } };
    expect(() => apiOf([silent])).toThrow("POST /api/open names no permission");
    expect(() => apiOf([open, open])).toThrow("two operations answer POST /api/open");
  });
});

describe("where it is reached", () => {
  test("answers null for a path that no operation has, whatever the method", async () => {
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) expect(await send(method, "/api/other")).toBeNull();
  });

  test("prefers the path that is spelled out to the one with a parameter", async () => {
    expect(await (await send("GET", "/api/shelves/count"))?.json()).toEqual({ count: 12 });
  });

  test("answers under an alias as under its path, and decodes the parameter", async () => {
    for (const path of ["/api/shelves/a%20b", "/shelf/a%20b"]) {
      expect(await (await send("GET", path))?.json()).toEqual({ id: "a b", label: "Dates", version: 3 });
    }
  });

  test("says which methods an address takes", async () => {
    const other = (await send("DELETE", "/api/shelves/s1"))!;
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS, PATCH"]);
    const options = (await send("OPTIONS", "/api/shelves/s1", { token: null }))!;
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, PATCH"]);
    expect([...options.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("answers HEAD as GET without the body, and closes what the body would have come from", async () => {
    const head = (await send("HEAD", "/api/shelves/s1"))!;
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, '"3"', ""]);
    const closedBefore = chunksClosed;
    expect((await send("HEAD", "/api/shelves.csv"))?.status).toBe(200);
    expect(chunksClosed).toBe(closedBefore + 1);
    expect((await send("HEAD", "/api/shelves/s1", { token: null }))?.status).toBe(401);
  });
});

describe("what is sent", () => {
  test("turns the texts of a query into what the contract wants", async () => {
    const answer = await send("GET", "/api/shelves?limit=50&labels=a&isFull=true");
    expect(await answer?.json()).toEqual({ limit: 50, labels: ["a"], isFull: true });
    const several = await send("GET", "/api/shelves?labels=a&labels=b&isFull=false");
    expect(await several?.json()).toEqual({ limit: 25, labels: ["a", "b"], isFull: false });
  });

  test.each([
    ["?limit=26", "limit: invalid_value"],
    ["?limit=1e9", "limit: invalid_value"],
    ["?isFull=perhaps", "isFull: invalid_type"],
    ["?isFull=true&isFull=true", "isFull: invalid_type"],
  ])("refuses the query %s", async (query, error) => {
    expect(await refused(send("GET", `/api/shelves${query}`))).toEqual({
      status: 422,
      code: "invalid_input",
      errors: [error],
    });
  });

  test.each(["colour=red", "__proto__=x", "constructor=x", "toString=x"])(
    "refuses an unknown field in the query: %s",
    async (query) => {
      const [name] = query.split("=");
      expect(await refused(send("GET", `/api/shelves?${query}`))).toEqual({
        status: 400,
        code: "unknown_field",
        errors: [`${name}: unknown_field`],
      });
    },
  );

  test.each([
    '{"label":"Dates","__proto__":{"isAdmin":true}}',
    '{"label":"Dates","constructor":{}}',
    '{"label":"Dates","role":"admin"}',
  ])("refuses an unknown field in the body: %s", async (body) => {
    const name = Object.keys(JSON.parse(body) as object)[1];
    expect(await refused(sendJson("POST", "/api/shelves", body))).toMatchObject({
      code: "unknown_field",
      errors: [`${name}: unknown_field`],
    });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("names the unknown field inside an object, with the field's path", async () => {
    const answer = sendJson("POST", "/api/shelves", { label: "Dates", place: { aisle: 3, row: 4 } });
    expect(await refused(answer)).toMatchObject({ status: 400, errors: ["place.row: unknown_field"] });
  });

  test("says what is wrong with every field, by path and code", async () => {
    const answer = sendJson("POST", "/api/shelves", { label: "D", place: { aisle: "3" }, names: { AR: "x", ar: "" } });
    expect(await refused(answer)).toEqual({
      status: 422,
      code: "invalid_input",
      errors: ["label: too_small", "place.aisle: invalid_type", "names.AR: invalid_key", "names.ar: too_small"],
    });
    expect(await refused(sendJson("POST", "/api/shelves", {}))).toMatchObject({ errors: ["label: required"] });
  });

  test.each(["{", "", "nul", '{"label":"Dates"}}'])("refuses a body that is no JSON: %j", async (body) => {
    const expected = body === "" ? { status: 422, code: "invalid_input" } : { status: 400, code: "malformed_json" };
    expect(await refused(sendJson("POST", "/api/shelves", body))).toMatchObject(expected);
  });

  test.each(["[]", "null", '"Dates"', "7"])("refuses a body that is no object: %s", async (body) => {
    expect(await refused(sendJson("POST", "/api/shelves", body))).toMatchObject({
      status: 422,
      errors: [": object_expected"],
    });
  });

  test("refuses bytes that are no UTF-8 instead of storing something else", async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('{"label":"D'),
      0xe9,
      ...new TextEncoder().encode('s"}'),
    ]);
    const answer = send("POST", "/api/shelves", { body: bytes, headers: { "content-type": "application/json" } });
    expect(await refused(answer)).toEqual(plainly(400, "malformed_json"));
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])(
    "refuses a body of type %s",
    async (type) => {
      const answer = send("POST", "/api/shelves", { body: '{"label":"Dates"}', headers: { "content-type": type } });
      expect(await refused(answer)).toEqual(plainly(415, "unsupported_body"));
    },
  );

  test("refuses a packed body", async () => {
    const answer = sendJson("POST", "/api/shelves", { label: "Dates" }, { headers: { "content-encoding": "gzip" } });
    expect(await refused(answer)).toEqual(plainly(415, "unsupported_body"));
  });

  test("takes a body up to the limit and refuses one byte more, whatever its length header says", async () => {
    const padding = (bytes: number) => `{"label":"Dates"}${" ".repeat(bytes - 17)}`;
    expect((await sendJson("POST", "/api/shelves", padding(bodyBytesMax)))?.status).toBe(200);
    expect(await refused(sendJson("POST", "/api/shelves", padding(bodyBytesMax + 1)))).toEqual(
      plainly(413, "body_too_large"),
    );
    const unsized = new Blob([padding(bodyBytesMax + 1)]).stream();
    const answer = send("POST", "/api/shelves", { body: unsized, headers: { "content-type": "application/json" } });
    expect(await refused(answer)).toEqual(plainly(413, "body_too_large"));
  });

  test("takes a text as the body, the rest from the query, and keeps to the operation's own limit", async () => {
    const answer = await send("POST", "/api/shelves/s1/note?isUrgent=true", { body: "تمر — dates" });
    expect(await answer?.json()).toEqual({ text: "تمر — dates", isUrgent: true });
    expect((await send("POST", "/api/shelves/s1/note", { body: "x".repeat(40) }))?.status).toBe(200);
    expect((await send("POST", "/api/shelves/s1/note", { body: "x".repeat(41) }))?.status).toBe(413);
  });

  test("takes an id and a version from their own places only", async () => {
    const ifMatch = { headers: { "if-match": '"3"' } };
    const twice = sendJson("PATCH", "/api/shelves/s1", { id: "s2", label: "Figs" }, ifMatch);
    expect(await refused(twice)).toMatchObject({ status: 400, errors: ["id: unknown_field"] });
    const version = sendJson("PATCH", "/api/shelves/s1", { version: 9 }, ifMatch);
    expect(await refused(version)).toMatchObject({ status: 400, errors: ["version: unknown_field"] });
  });
});

describe("versions", () => {
  test("sends a record's version as its ETag, and takes it back as If-Match", async () => {
    const read = (await send("GET", "/api/shelves/s1"))!;
    const etag = read.headers.get("etag")!;
    expect(etag).toBe('"3"');
    for (const tag of [etag, `W/${etag}`]) {
      const written = await sendJson("PATCH", "/api/shelves/s1", { label: "Figs" }, { headers: { "if-match": tag } });
      expect(await written?.json()).toEqual({ id: "s1", label: "Figs", version: 4 });
    }
  });

  test.each([undefined, "3", "*", '"x"', '"3", "4"', '""', `"${"9".repeat(10)}"`])(
    "refuses a change with If-Match %s",
    async (tag) => {
      const headers = tag === undefined ? {} : { "if-match": tag };
      expect(await refused(sendJson("PATCH", "/api/shelves/s1", { label: "Figs" }, { headers }))).toEqual(
        plainly(428, "version_required"),
      );
    },
  );
});

describe("what is answered", () => {
  test("leaves out what the contract does not name, and lets nothing be kept by a cache", async () => {
    const response = (await send("GET", "/api/shelves/s1"))!;
    expect(await response.json()).toEqual({ id: "s1", label: "Dates", version: 3 });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toBe("test-1");
  });

  test("answers a refusal with its code, status, message and details", async () => {
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

  test("hides a fault from the caller and tells the log", async () => {
    const response = (await sendJson("POST", "/api/open", { fail: "fault" }))!;
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('"code":"internal"');
    expect(text).not.toContain("secret");
    expect(JSON.stringify(logged.at(-1))).toContain("the secret of the house");
  });

  test("says when to come back while the database is away", async () => {
    const response = (await sendJson("POST", "/api/open", { fail: "outage" }))!;
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.json()).toMatchObject({ code: "retry_later" });
  });

  test("streams a file, and refuses it as any other call while nothing of it has gone out", async () => {
    const whole = (await send("GET", "/api/shelves.csv"))!;
    expect(whole.headers.get("content-disposition")).toBe('attachment; filename="shelves.csv"');
    expect(await whole.text()).toBe("line 0\r\nline 1\r\nline 2\r\n");
    expect(await refused(send("GET", "/api/shelves.csv?failAt=0"))).toMatchObject({ status: 503 });
  });

  test("breaks a file off when it fails half-way, instead of ending it as if it were whole", async () => {
    const broken = (await send("GET", "/api/shelves.csv?failAt=2"))!;
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow("away");
  });

  test("stops making a file that nobody reads on", async () => {
    const closedBefore = chunksClosed;
    const file = (await send("GET", "/api/shelves.csv"))!;
    await file.body?.cancel();
    expect(chunksClosed).toBe(closedBefore + 1);
  });
});
