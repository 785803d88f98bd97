import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input, Operation } from "#base/contract.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { auditFeature } from "#features/access/audit/api/routes.ts";
import { sealEntries } from "#features/access/audit/api/service/seals.ts";
import { audit } from "#features/access/audit/contract.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let reader: Transport;
let editor: Awaited<ReturnType<TestApi["signIn"]>>;
let ctx: Ctx;
const dates = newId();
const oils = newId();

beforeAll(async () => {
  app = await testApi([brandsFeature, auditFeature([brandsFeature])]);
  ({ transport: reader } = await app.signIn("Aisyah Reader", ["audit.read", "audit.export"]));
  editor = await app.signIn("karim editor", ["brands.create", "brands.update", "brands.read"]);
  ctx = app.api.systemContext();
  await call(editor.transport, brands.create, { id: dates, name: "Noor Dates", country: "AE" });
  app.clock.advance(1000);
  await call(editor.transport, brands.create, {
    id: oils,
    name: "Zaytouna Oils",
    country: "JO",
    contactEmail: "huda@oils.example",
  });
  app.clock.advance(1000);
  await call(editor.transport, brands.update, { id: dates, version: 1, name: "Noor Dates & Sons" });
  app.clock.advance(1000);
  await recordAudit(app.api.systemContext(), [{ action: "expire", resource: "things", resourceId: "*", changes: {} }]);
});
afterAll(() => app.close());

const ask = (more: Partial<Input<typeof audit.list>>): Input<typeof audit.list> => ({
  sort: "at",
  direction: "desc",
  limit: 25,
  count: "capped",
  ...more,
});
const list = (more: Partial<Input<typeof audit.list>> = {}, transport = reader) =>
  call(transport, audit.list, ask(more));
const actions = async (more: Partial<Input<typeof audit.list>> = {}, transport = reader) =>
  (await list(more, transport)).rows.map(({ action, resource }) => `${action} ${resource}`);
const codeOf = (called: Promise<unknown>) =>
  called.then(
    () => "answered",
    (error: { code?: string }) => error.code,
  );
const all = ["expire things", "update brands", "create brands", "create brands"];

describe("the list", () => {
  test("shows who did what, newest first, and which fields changed", async () => {
    expect(await actions()).toEqual(all);
    const [, change] = (await list()).rows;
    expect(change).toMatchObject({
      actorName: "karim editor",
      actorId: editor.actor.userId,
      actorType: "user",
      resourceId: dates,
      address: "192.0.2.1",
      changedFields: ["name"],
    });
  });

  test("shows a record's current name, if the reader may see it", async () => {
    const { transport: both } = await app.signIn("Both", ["audit.read", "brands.read"]);
    const { transport: abroad } = await app.signIn(
      "Abroad",
      ["audit.read", "brands.read@scope"],
      [{ kind: "country", target: "JO" }],
    );
    const titles = async (transport: Transport) =>
      (await list({ resource: ["brands"] }, transport)).rows.map(({ resourceTitle }) => resourceTitle);
    expect(await titles(both)).toEqual(["Noor Dates & Sons", "Zaytouna Oils", "Noor Dates & Sons"]);
    expect(await titles(abroad)).toEqual([null, "Zaytouna Oils", null]);
    expect(await titles(reader)).toEqual([null, null, null]);
  });

  test("has pages, with each entry once", async () => {
    await recordAudit(
      ctx,
      Array.from({ length: 60 }, (_, place) => ({
        action: `walk${place}`,
        resource: "walks",
        resourceId: "*",
        changes: {},
      })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ resource: ["walks"], ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.rows.map(({ action }) => action));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 60 }, (_, place) => `walk${59 - place}`));
  });

  test.each<[string, Partial<Input<typeof audit.list>>, () => Partial<Input<typeof audit.list>>, string[]]>([
    ["an action", { action: ["update"] }, () => ({}), ["update brands"]],
    ["several actions", { action: ["update", "expire"] }, () => ({}), ["expire things", "update brands"]],
    ["a resource", { resource: ["things"] }, () => ({}), ["expire things"]],
    ["a person", {}, () => ({ actorId: [editor.actor.userId] }), all.slice(1)],
    ["an object", {}, () => ({ resourceId: dates }), ["update brands", "create brands"]],
    ["an object, spelled large", {}, () => ({ resourceId: dates.toUpperCase() }), ["update brands", "create brands"]],
    ["a day", { from: "2026-11-20", to: "2026-11-20", resource: ["brands"] }, () => ({}), all.slice(1)],
    ["another day", { from: "2026-11-21" }, () => ({}), []],
    ["the name of a person", { search: "Karim" }, () => ({}), all.slice(1)],
    ["two words of a name", { search: "editor kar" }, () => ({}), all.slice(1)],
    ["the id of an object", {}, () => ({ search: oils }), ["create brands"]],
    ["the id of a person", {}, () => ({ search: editor.actor.userId.toUpperCase() }), all.slice(1)],
    ["nobody", { search: "nobody at all" }, () => ({}), []],
  ])("filters by %s", async (_what, fixed, later, expected) => {
    const narrowed = { ...fixed, ...later() };
    const { rows, total } = await list(narrowed);
    expect(rows.map(({ action, resource }) => `${action} ${resource}`)).toEqual(expected);
    expect(total).toEqual({ count: expected.length, isCapped: false });
  });

  test("filters by a request, which may have several entries", async () => {
    const [row] = (await list({ resourceId: oils })).rows;
    expect(await actions({ requestId: row!.requestId })).toEqual(["create brands"]);
    expect(await actions({ search: row!.requestId })).toEqual(["create brands"]);
  });

  test("returns its filter values, from sealed and unsealed entries", async () => {
    const known = async () => call(reader, audit.terms, {});
    const before = await known();
    expect(before.actions).toEqual(expect.arrayContaining(["create", "expire", "update"]));
    expect(before.resources).toEqual(expect.arrayContaining(["brands", "things"]));
    expect(before.actors).toContainEqual({ id: editor.actor.userId, name: "karim editor" });
    await sealEntries(ctx);
    expect(await known()).toEqual(before);
  });
});

describe("an entry", () => {
  test("has all values before and after, the origin, and the seal", async () => {
    const [row] = (await list({ resourceId: oils })).rows;
    await sealEntries(ctx);
    const entry = await call(reader, audit.get, { id: row!.id });
    expect(entry.changes.name).toEqual({ before: null, after: "Zaytouna Oils" });
    expect(entry.seal?.number).toBe(1);
    expect(entry.onBehalfOf).toBeNull();
  });

  test("masks contact data so that it is only recognisable", async () => {
    const [row] = (await list({ resourceId: oils })).rows;
    const { changes } = await call(reader, audit.get, { id: row!.id });
    expect(changes.contactEmail).toEqual({ before: null, after: "h•••@oils.example" });
  });

  test("names the user or role that was viewed as", async () => {
    const viewed = newId();
    const actor = { ...editor.actor, isViewingAs: true, onBehalfOf: { kind: "user" as const, id: viewed } };
    await recordAudit({ ...ctx, actor }, [{ action: "look", resource: "things", resourceId: viewed, changes: {} }]);
    const [row] = (await list({ resourceId: viewed })).rows;
    expect((await call(reader, audit.get, { id: row!.id })).onBehalfOf).toEqual({
      kind: "user",
      id: viewed,
      name: null,
    });
  });

  test("that does not exist is refused", async () => {
    expect(await codeOf(call(reader, audit.get, { id: "999999999" }))).toBe("not_found");
    expect(await codeOf(call(reader, audit.get, { id: "1 or 1=1" }))).toBe("invalid_input");
  });
});

describe("a user who may read a part of the log", () => {
  const linesOf = async (transport: Transport) =>
    (await (await download(transport, audit.exportCsv, ask({}))).text()).trim().split("\r\n").slice(1);

  test("gets in list, count, detail and file only entries of records in their scopes", async () => {
    const { transport } = await app.signIn(
      "Bound",
      ["audit.read@scope", "audit.export@scope"],
      [{ kind: "brand", target: oils }],
    );
    const { rows, total } = await list({}, transport);
    expect(rows.map(({ resourceId }) => resourceId)).toEqual([oils]);
    expect(total).toEqual({ count: 1, isCapped: false });
    const [inside] = rows;
    expect(await codeOf(call(transport, audit.get, { id: inside!.id }))).toBe("answered");
    const [outside] = (await list({ resourceId: dates })).rows;
    expect(await codeOf(call(transport, audit.get, { id: outside!.id }))).toBe("not_found");
    expect(await linesOf(transport)).toHaveLength(1);
    expect((await call(transport, audit.terms, {})).actors).toEqual([
      { id: editor.actor.userId, name: "karim editor" },
    ]);
  });

  test("with a country scope gets the entries of that country", async () => {
    const { transport } = await app.signIn("In Emirates", ["audit.read@scope"], [{ kind: "country", target: "AE" }]);
    expect(await actions({}, transport)).toEqual(["update brands", "create brands"]);
  });

  test("without a scope gets nothing", async () => {
    const { transport } = await app.signIn("Unbound", ["audit.read@scope"]);
    expect(await list({}, transport)).toMatchObject({ rows: [], total: { count: 0 } });
  });

  test("with a grant for own entries gets what they did", async () => {
    const own = await app.signIn("Own", ["audit.read@own", "brands.create"]);
    expect(await actions({}, own.transport)).toEqual([]);
    const made = newId();
    await call(own.transport, brands.create, { id: made, name: "Own Brand" });
    expect((await list({}, own.transport)).rows.map(({ resourceId }) => resourceId)).toEqual([made]);
  });

  test("exports only what they may read, whatever their grant to export", async () => {
    const { transport } = await app.signIn(
      "Half",
      ["audit.read@scope", "audit.export"],
      [{ kind: "brand", target: oils }],
    );
    expect(await linesOf(transport)).toHaveLength(1);
  });
});

test("the file has exactly the entries of the list, with all values before and after", async () => {
  const file = await download(reader, audit.exportCsv, {
    ...ask({ resourceId: dates }),
    columns: ["actorName", "action", "changes"],
  });
  expect(file.name).toBe("audit-log-2026-11-20.csv");
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  // PostgreSQL puts the shorter key first.
  expect(lines[1]).toBe('karim editor,update,"{""name"":{""after"":""Noor Dates & Sons"",""before"":""Noor Dates""}}"');
});

test.each<[string, Operation, object]>([
  ["read", audit.list, ask({})],
  ["export", audit.exportCsv, ask({})],
  ["verify", audit.verify, { after: 0 }],
])("nobody may %s without the permission", async (_what, operation, input) => {
  const { transport } = await app.signIn("Nobody", ["brands.read"]);
  expect(await codeOf(call(transport, operation, input as never))).toBe("permission_denied");
});

test("secrets never reach the log, at any depth", async () => {
  const subject = newId();
  const changes = {
    password: { before: null, after: "correct horse" },
    settings: { before: { token: "tok-1", size: 1 }, after: [{ clientSecret: "s3cret", phone: "+442079460123" }] },
    filter: { before: { search: "dates" }, after: { search: "huda@oils.example" } },
  };
  await recordAudit(ctx, [{ action: "update", resource: "things", resourceId: subject, changes }]);
  const [stored] = await rowsOf<{ changes: unknown }>(
    app.db,
    sql`select changes from audit_log where resource_id = ${subject}`,
  );
  expect(stored!.changes).toEqual({
    password: { before: null, after: "•••" },
    settings: { before: { token: "•••", size: 1 }, after: [{ clientSecret: "•••", phone: "•••23" }] },
    filter: { before: { search: "dates" }, after: { search: "h•••@oils.example" } },
  });
});

test("an entry names the records that its changes refer to, as far as the reader may see them", async () => {
  const changes = { brandId: { before: oils, after: dates }, others: { before: null, after: [newId()] } };
  await recordAudit(app.api.systemContext(), [{ action: "move", resource: "things", resourceId: newId(), changes }]);
  const { transport: allowed } = await app.signIn("Huda Namer", ["audit.read", "brands.read"]);
  const namesFor = async (transport: Transport) => {
    const [row] = (await list({ resource: ["things"], action: ["move"] }, transport)).rows;
    return (await call(transport, audit.get, { id: row!.id })).names;
  };
  expect(await namesFor(allowed)).toEqual({ [dates]: "Noor Dates & Sons", [oils]: "Zaytouna Oils" });
  expect(await namesFor(reader)).toEqual({});
});
