import { createLive } from "#api/live/hub.ts";
import * as z from "zod/mini";
import { expect } from "vitest";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { permissionsOf } from "#base/grants.ts";
import { anyOf } from "#base/list.ts";
import { refusals } from "#base/refusal.ts";
import type { Admission } from "#api/admission.ts";
import { createApi } from "#api/app.ts";
import type { Actor, Db } from "#api/context.ts";
import type { Ports } from "#api/ports.ts";
import { type Route, serve } from "#api/serve.ts";
import { wholeTable } from "#api/tableFile.ts";
import { testSettings } from "#api/testing/testSettings.ts";

// A minimal feature for tests of what the kernel does for every feature. It needs no database.

const Widget = z.object({ id: z.string(), label: z.string(), version: z.int() });
const widgetRefusals = refusals({ shelf_full: { status: 409, message: "The shelf holds {count} already." } });

export const widgets = {
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
    output: Widget,
  }),
  glance: operation({
    method: "GET",
    path: "/api/shelves/labels",
    standsInAt: "/api/shelves",
    permission: "shelves.glance",
    summary: "What stands on shelves",
    input: z.strictObject({}),
    output: z.object({ labels: z.array(z.string()) }),
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
    output: Widget,
    refusals: [widgetRefusals.shelf_full],
  }),
  rename: operation({
    method: "PATCH",
    path: "/api/shelves/{id}",
    permission: "shelves.update",
    summary: "Rename a shelf",
    input: z.strictObject({ id: z.string(), version: fields.version(), label: z.optional(z.string()) }),
    output: Widget,
    versioned: true,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/shelves/{id}",
    permission: "shelves.update",
    summary: "Remove a shelf",
    input: z.strictObject({ id: z.string(), version: fields.version() }),
    output: z.object({}),
    reply: "empty",
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
    // Exports are counted in a database, which these kernel tests do not have.
    holdsNoRecords: true,
  }),
  open: operation({
    method: "POST",
    path: "/api/open",
    permission: "public",
    summary: "For everybody",
    input: z.strictObject({ fail: z.optional(z.enum(["refusal", "fault", "outage", "silence"])) }),
    output: z.undefined(),
    reply: "empty",
  }),
};

class Outage extends Error {}

/** How many files were read to the end, or aborted. */
export const files = { closed: 0 };

async function* lines(failAt: number | undefined) {
  try {
    for (let place = 0; place < 3; place++) {
      if (place === failAt) throw new Outage("away");
      yield [[`line ${place}`]];
    }
  } finally {
    files.closed++;
  }
}

export const routes = serve(widgets, {
  find: async (_ctx, input) => ({ limit: input.limit, labels: input.labels ?? [], isFull: input.isFull ?? null }),
  // The number must not be in the response: the contract does not have it (reliability R14).
  get: async (_ctx, { id }) => ({ id, label: "Dates", version: 3, number: 7 }),
  glance: async () => ({ labels: ["Dates"] }),
  count: async () => ({ count: 12 }),
  create: async (_ctx, input) => {
    if (input.label === "full") throw widgetRefusals.shelf_full({ count: 40 });
    return { id: "s1", label: input.label, version: 1 };
  },
  rename: async (_ctx, input) => ({ id: input.id, label: input.label ?? "Dates", version: input.version + 1 }),
  remove: async () => ({}),
  note: async (_ctx, { text, isUrgent = false }) => ({ text, isUrgent }),
  print: async (_ctx, { failAt }) => wholeTable("shelves", ["label"], () => lines(failAt)),
  open: async (_ctx, { fail }) => {
    if (fail === "refusal") throw widgetRefusals.shelf_full({ count: 1 });
    if (fail === "fault") throw new Error("the secret of the house");
    if (fail === "outage") throw new Outage("could not run: values (Aisyah)", { cause: new Error("disk full") });
    if (fail === "silence") await new Promise(() => {});
    return undefined;
  },
});

const permissions = (...names: string[]) => permissionsOf(names, names);
const actor: Actor = {
  kind: "user",
  userId: "u1",
  userNumber: 1,
  userCategoryId: 1,
  name: "Aisyah",
  email: "aisyah@mizan.test",
  roles: ["staff"],
  sessionId: "s1",
  permissions: permissions("shelves.read", "shelves.create", "shelves.update"),
  scopes: [],
  mustFirst: null,
  isViewingAs: false,
};
const actorsByToken = new Map<string | null, Actor>([
  ["full", actor],
  ["reader", { ...actor, permissions: permissions("shelves.read") }],
  ["passer-by", { ...actor, permissions: permissions("shelves.glance") }],
  ["nobody's", { ...actor, permissions: permissions() }],
  ["new", { ...actor, mustFirst: "changePassword" }],
  ["viewing", { ...actor, isViewingAs: true }],
]);

export const logged: { event: string; facts: unknown }[] = [];

export function apiOf(served: readonly Route[], admission?: Admission) {
  const write = (event: string, facts: unknown) => void logged.push({ event, facts });
  const ports = {
    now: () => "2026-11-20T09:00:00.000Z",
    log: { info: write, warn: write, error: write },
    isDatabaseUnavailable: (error: unknown) => error instanceof Outage,
  } as unknown as Ports;
  return createApi({
    features: [{ routes: served }],
    ...(admission ? { admission } : {}),
    authenticate: async (_ctx, request) => actorsByToken.get(request.headers.get("x-access-token")) ?? null,
    readActor: async () => null,
    db: null as unknown as Db,
    ports,
    jobs: { wake: () => {} },
    live: createLive(async () => null),
    settings: testSettings,
  });
}

export const api = apiOf(routes);

type RawRequest = { token?: string | null; body?: BodyInit; headers?: Record<string, string> };

export function send(method: string, path: string, { token = "full", body, headers = {} }: RawRequest = {}) {
  const request = new Request(`https://mizan.test${path}`, {
    method,
    headers: { ...(token === null ? {} : { "x-access-token": token }), ...headers },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  });
  return api.answer(request, { address: "192.0.2.1", requestId: "test-1" });
}

export const sendJson = (method: string, path: string, body: unknown, sent: RawRequest = {}) =>
  send(method, path, {
    ...sent,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...sent.headers },
  });

type Body = { status: number; code: string; message: string; errors: { path: string; code: string }[] };

export async function refused(answer: Promise<Response | null>) {
  const response = (await answer)!;
  const { status, code, errors } = (await response.json()) as Body;
  expect(status).toBe(response.status);
  return { status, code, errors: errors.map((error) => `${error.path}: ${error.code}`) };
}

export const plainly = (status: number, code: string) => ({ status, code, errors: [] });
