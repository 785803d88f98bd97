import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import type { ActivityPage } from "#base/activity.ts";
import type { Change } from "#base/live.ts";
import { operationName } from "#api/app.ts";
import { recordLive } from "#api/live/record.ts";
import { limitsOf } from "#api/scopePolicy.ts";
import { seedOnce } from "#api/seed.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import type { RecordEvent } from "#api/testing/EntryPage.tsx";
import { openEntryReader } from "#api/testing/entryReader.tsx";
import { arrived, listen } from "#api/testing/liveFixture.ts";
import { codesOf, rawTextFinder } from "#api/testing/rawTexts.ts";
import { propertiesOf, sampleInput } from "#api/testing/sampleInput.ts";
import { scopeWorld, type World } from "#api/testing/scopeWorld.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { audit } from "#features/access/audit/contract.ts";
import { featuresWith } from "#features/api.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

// Laws of the event stream for every area, including future ones (docs/decisions/0090).

const all = featuresWith(demos);

let app: TestApi;
let admin: Transport;
let worlds: readonly World[];
beforeAll(async () => {
  app = await testApi(all, { isLive: true, rateLimits: { search: 1e6, export: 1e6, sign_in: 1e6 } as never });
  await seedOnce(app.api.systemContext(), all);
  ({ transport: admin } = await app.signIn("Administrator", app.api.catalogue.permissions));
  const makers = { admin, made: market(app.db) };
  worlds = [await scopeWorld(app, makers, "Zelkova"), await scopeWorld(app, makers, "Quillwort")];
  await app.live.look();
});
afterAll(() => app.close());

type Input = Readonly<Record<string, unknown>>;

const look = async () => {
  await app.live.look();
  await arrived();
};

test("sample rows send no event", async () => {
  const [events] = await rowsOf<{ count: number }>(
    app.db,
    sql`select count(*)::int as count from live_events where actor_id is null and kind = 'change'`,
  );
  expect(events).toEqual({ count: 0 });
});

/** Answers that no event makes read again, and why not. */
const notLive: readonly RegExp[] = [
  // Of the caller: the frame `session` says when their rights change.
  /^GET \/(ad_main_perm|api\/auth|api\/mt_auth\/logout|api\/v1\/(session|sessions|session\/factors|identities)$)/,
  // Each reading is recorded in the audit log, so nobody reads them without wanting to.
  /personal|settlement\/account|\/audit\//,
  // Fixed for as long as a release runs, or stored for good.
  /grantable|api-keys\/choices|importers|todo-app\/filters|icons$|academy-app\/(categories|x\/certificates)|openapi|\/files\/|offline-keys/,
  // Asked for what is typed at that moment.
  /\/(search|find|objects|similar|products\/\{gtin\})|offers/,
  // Counted from what tills and payments write a thousand times a second.
  /\/(usage|ledger\/|statements|payout-requests)|cashbackActiveCSV/,
  // Details of a run that its own screen follows step by step.
  /\/imports\/\{importId\}\/|bulk-runs\/\{|exports\/\{|\/(own-)?jobs$|webhook-deliveries\/\{id\}|\/forecast/,
  // How a list is displayed, and whom its views may be shared with: read when the list or the dialog opens.
  /list-settings|list-views\/roles/,
  // The stream itself.
  /events\/stream|presence/,
];

test("every read says which changes concern it, or why none does", () => {
  const silent = app.api.catalogue.operations.filter(
    ({ method, reply = "json", reads, permission }) =>
      method === "GET" && reply === "json" && permission !== "public" && reads === undefined,
  );
  expect(silent.map(operationName).filter((name) => !notLive.some((reason) => reason.test(name)))).toEqual([]);
  const known = new Set([
    ...app.api.catalogue.live.keys(),
    "todos",
    "imports",
    "notifications",
    "documents",
    "iconFavourites",
  ]);
  const named = app.api.catalogue.operations.flatMap(({ reads = [] }) => reads.map(({ resource }) => resource));
  expect([...new Set(named)].filter((resource) => !known.has(resource))).toEqual([]);
});

test("in every role and scope, users receive the id of a record if and only if they can read it", async ({
  annotate,
}) => {
  const roles = await rowsOf<{ code: string; grants: string[] }>(app.db, sql`select code, grants from roles`);
  const narrow = app.api.catalogue.permissions.flatMap(narrowly);
  const [left] = worlds as [World, World];
  const callers = await Promise.all([
    ...roles.flatMap(({ code, grants }) => [
      app.signIn(code, grants, left.scopes),
      app.signIn(`${code} without a scope`, grants),
    ]),
    ...left.scopes.map((scope) => app.signIn(`all of one ${scope.kind}`, narrow, [scope])),
    app.signIn("nobody", []),
  ]);
  const streams = await Promise.all(callers.map(({ transport }) => listen(transport)));
  const ids = worlds.flatMap((world) =>
    Object.entries(world.ids).flatMap(([resource, its]) => its.map((id) => ({ resource, id }))),
  );
  for (const { resource, id } of ids) await recordLive(app.api.systemContext(), { resource, ids: [id] });
  await look();
  let readable = 0;
  const wrong: string[] = [];
  for (const [place, { actor, transport }] of callers.entries()) {
    const receivedIds = new Set(streams[place]!.of("change").flatMap((change) => change.ids ?? []));
    for (const { resource, id } of ids) {
      const read = app.api.catalogue.live.get(resource)!.read as Operation;
      const { status } = await transport(requestFor(read, { id }));
      if (status === 200) readable++;
      if (receivedIds.has(id) !== (status === 200))
        wrong.push(`${actor.name} ${resource}: received ${receivedIds.has(id)}, reads ${status}`);
    }
  }
  await annotate(
    `${callers.length} callers, ${ids.length} records: ${readable} readable and received, ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
  expect(readable).toBeGreaterThan(50);
  // Of a record that is gone, only users who could read every record receive the id.
  const before = streams.map((stream) => stream.of("change").length);
  for (const { resource, id } of ids) await recordLive(app.api.systemContext(), { resource, ids: [id], isGone: true });
  await look();
  for (const [place, { actor }] of callers.entries()) {
    for (const { resource, ids: named } of streams[place]!.of("change").slice(before[place])) {
      const limits = actor.permissions.get(app.api.catalogue.live.get(resource)!.read.permission);
      expect([actor.name, resource, named !== null]).toEqual([actor.name, resource, limits?.includes("all")]);
    }
  }
  for (const stream of streams) stream.close();
});

const narrowly = (permission: string) => {
  const rows = app.api.catalogue.scopedRows.find(({ resource }) => permission.startsWith(`${resource}.`));
  return limitsOf(rows).flatMap((limit) => (limit === "all" ? [] : [`${permission}@${limit}`]));
};

/** Shows every entry of the audit log, and what one has dismissed oneself; it reads itself again each minute. */
const refreshesItself = /\/home/;

// It calls every write, and every list after each: minutes on a busy machine.
test("whatever a change alters in any answer, an event says so", { timeout: 600_000 }, async ({ annotate }) => {
  const stream = await listen(admin);
  const { operations } = app.api.catalogue;
  const reads = operations.filter((read) => read.reads !== undefined && !refreshesItself.test(read.path));
  const lists = reads.filter(({ path }) => !path.includes("{"));
  const writes = operations.filter(
    ({ method, path, body = "json" }) =>
      method !== "GET" && body === "json" && !/preview|session|simulation/.test(path),
  );
  const unsent: string[] = [];
  const proven: string[] = [];
  let listed = await answersOf(lists, "");
  for (const write of writes) {
    const records = reads.filter(({ path }) => path.startsWith(`${collectionOf(write)}/{`));
    for (const id of await idsFor(write)) {
      const countBefore = stream.of("change").length;
      const before = await answersOf(records, id);
      if (!(await succeeds(write, id))) continue;
      await look();
      const changes = stream.of("change").slice(countBefore);
      const after = await answersOf(records, id);
      const listedAfter = await answersOf(lists, "");
      const altered = [...differing(before, after), ...differing(listed, listedAfter)];
      listed = listedAfter;
      if (altered.length > 0) proven.push(operationName(write));
      const missed = altered.filter((read) => !changes.some((change) => concerns(change, read, id)));
      unsent.push(...missed.map((read) => `${operationName(write)} alters ${operationName(read)}`));
      break;
    }
  }
  await annotate(
    `${proven.length} of ${writes.length} writing operations altered answers, ${unsent.length} without an event`,
  );
  expect(unsent).toEqual([]);
  expect(proven.length).toBeGreaterThan(40);
  stream.close();
});

// After the test above, with an entry of each kind that it and the samples have written.
test("no entry of the audit log shows an id, a code or JSON, in either language", async ({ annotate }) => {
  const kinds = await rowsOf<{ id: string }>(
    app.db,
    sql`select min(id)::text as id from audit_log
         group by resource, action, array(select key from jsonb_object_keys(changes) as key order by key)`,
  );
  const { readEntry } = await openEntryReader();
  const raw: string[] = [];
  for (const { id } of kinds) {
    const found = await call(admin, audit.get, { id });
    // The users of this file are called after the codes of their roles.
    const entry = found.actorType === "user" ? { ...found, actorName: "Aisyah" } : found;
    const isRaw = rawTextFinder(codesOfResource(entry.resource));
    for (const language of ["en", "ar"] as const) {
      const lines = (await readEntry(entry, language)).filter(isRaw);
      raw.push(...lines.map(({ text }) => `${language} ${entry.resource} ${entry.action}: ${text}`));
    }
  }
  await annotate(`${kinds.length} kinds of entries`);
  expect(raw).toEqual([]);
  expect(kinds.length).toBeGreaterThan(100);
});

test("no history of a record shows an id, a code or JSON, in either language", async ({ annotate }) => {
  const { readHistory } = await openEntryReader();
  const kinds = new Set<string>();
  const resources = new Set<string>();
  const raw: string[] = [];
  for (const shown of await recordEvents()) {
    const { resource, event } = shown;
    const kind = `${resource} ${event.resource ?? ""} ${event.action} ${Object.keys(event.changes).sort().join(" ")}`;
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    resources.add(resource);
    const isRaw = rawTextFinder(codesOfResource(event.resource ?? resource));
    for (const language of ["en", "ar"] as const) {
      const lines = (await readHistory(shown, language, admin)).filter(isRaw);
      raw.push(...lines.map(({ text }) => `${language} ${resource} ${event.action}: ${text}`));
    }
  }
  await annotate(`${kinds.size} kinds of events of ${[...resources].join(", ")}`);
  expect(raw).toEqual([]);
  expect(kinds.size).toBeGreaterThan(60);
});

/** The codes of the area of a resource; of all areas, if its area is not known by an operation. */
function codesOfResource(resource: string): ReadonlySet<string> {
  const known = codesByResource.get(resource);
  if (known) return known;
  const { live, operations } = app.api.catalogue;
  const read = live.get(resource)?.read;
  const top = read && collectionOf(read as Operation);
  const own = operations.filter(({ path }) => top === undefined || path === top || path.startsWith(`${top}/`));
  const codes = codesOf(own);
  codesByResource.set(resource, codes);
  return codes;
}

const codesByResource = new Map<string, ReadonlySet<string>>();

/** One record for each kind of its entries in the log. */
async function auditedIds(resource: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    app.db,
    sql`select min(resource_id) as id from audit_log where resource = ${resource} and resource_id <> '*'
         group by action, array(select key from jsonb_object_keys(changes) as key order by key)`,
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/** The histories of records of every area that has one, as their own calls answer them. */
async function recordEvents(): Promise<RecordEvent[]> {
  const calls = app.api.catalogue.operations.filter(({ path }) => path.endsWith("/{id}/activity"));
  const found: RecordEvent[] = [];
  for (const operation of calls) {
    const resource = operation.reads?.[0]?.resource;
    if (resource === undefined) throw new Error(`${operation.path} does not say what it reads`);
    for (const id of await auditedIds(resource)) {
      const response = await admin(requestFor(operation, { id }));
      // Gone, or written for a test of the log alone.
      if (response.status === 404) continue;
      const { events, names = {} } = (await response.json()) as ActivityPage;
      found.push(...events.map((event) => ({ resource, event, names })));
    }
  }
  return found;
}

type Answers = ReadonlyMap<Operation, string | null>;

const differing = (before: Answers, after: Answers): Operation[] =>
  [...after].flatMap(([read, text]) => (before.get(read) === text ? [] : [read]));

const concerns = ({ resource, ids }: Change, { reads = [] }: Operation, id: string) =>
  reads.some((read) => read.resource === resource && (read.id === undefined || ids === null || ids.includes(id)));

/** The collection that an operation belongs to: `/api/v1/brands`. */
const collectionOf = ({ path }: Operation) => path.split("/{")[0]!;

/** Records of its collection, or a new id. */
async function idsFor(write: Operation): Promise<string[]> {
  if (!write.path.includes("{")) return [newId()];
  const list = app.api.catalogue.operations.find(
    ({ method, path }) => method === "GET" && path === collectionOf(write),
  );
  if (list === undefined) return [];
  const response = await admin(requestFor(list, sampleInput(list, { id: newId(), version: 1 })));
  const { rows = [] } = (response.ok ? await response.json() : {}) as { rows?: { id: string }[] };
  return rows.slice(0, 6).map(({ id }) => id);
}

async function answersOf(reads: readonly Operation[], id: string): Promise<Answers> {
  const answers = await Promise.all(
    reads.map(async (read) => {
      const input = sampleOrNone(read, { id: id || newId(), version: 1 });
      return [read, input && (await answerOf(read, input))] as const;
    }),
  );
  return new Map(answers);
}

/** On a busy machine a read may run out of time, which says nothing about what it would have answered. */
async function answerOf(read: Operation, input: Input): Promise<string> {
  const response = await admin(requestFor(read, input));
  if (response.status === 503) return answerOf(read, input);
  if (!response.ok) return `${response.status}`;
  const answer = (await response.json()) as { rows?: readonly unknown[] };
  // Rows at the same place, as the test data has some, come in any order.
  const rows = answer.rows?.map((row) => JSON.stringify(row)).sort();
  return JSON.stringify({ ...answer, ...(rows && { rows }) });
}

/** Calls it with the least input, then with one more field each time, until it changes something. */
async function succeeds(write: Operation, id: string): Promise<boolean> {
  const get = app.api.catalogue.operations.find(
    ({ method, path }) => method === "GET" && path === `${collectionOf(write)}/{id}`,
  );
  const record = get && ((await (await admin(requestFor(get, { id }))).json()) as { version?: number });
  const least = sampleOrNone(write, { id, version: record?.version ?? 1 });
  if (least === null) return false;
  const { status } = await admin(requestFor(write, { ...least, ...firstText(write, least) }));
  return status < 300;
}

/** A text that may be left out, so that an update changes something. */
function firstText(write: Operation, least: Input): Input {
  const [name] =
    Object.entries(propertiesOf(write)).find(
      ([field, { type, format, pattern, enum: choices, maxLength = 0 }]) =>
        !(field in least) &&
        type === "string" &&
        !format &&
        !pattern &&
        !choices &&
        maxLength > 20 &&
        field !== "reason",
    ) ?? [];
  return name === undefined ? {} : { [name]: "Changed by a test" };
}

function sampleOrNone(operation: Operation, meant: { id: string; version: number }): Input | null {
  try {
    return sampleInput(operation, meant);
  } catch {
    return null;
  }
}
