import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { inTransaction } from "#api/context.ts";
import {
  createStallTable,
  hooksRun,
  stallFields,
  stallImporter,
  stalls,
  stallsFeature,
  stallStore,
  stallTransitions,
} from "#api/testing/recordFixture.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let aisyah: Transport;
const rights = ["read", "create", "update", "delete", "archive", "export", "import", "setRent"].map(
  (each) => `stalls.${each}`,
);
beforeAll(async () => {
  app = await testApi([stallsFeature]);
  await createStallTable(app.db);
  aisyah = (await app.signIn("Aisyah", rights)).transport;
});
afterAll(() => app.close());

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Refusal) => error,
  );
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work))?.code ?? "done";
let created = 0;
const values = (fields: object = {}) => ({
  ...stallFields.empty,
  code: `${"ABCDEFGHIJ"[Math.floor(created / 10)]}${created++ % 10}`,
  name: `Stall ${created}`,
  ...fields,
});
const createStall = (fields: object = {}, by = aisyah) => call(by, stalls.create, { id: newId(), ...values(fields) });
const rowsFound = async (search: string) =>
  (await call(aisyah, stalls.list, { search, sort: "name", limit: 25, count: "none" })).rows;

test("a record is found by its texts in every language, with its computed fields", async () => {
  const stall = await createStall({ name: "Dates", nameI18n: { ar: "تمور" }, note: "At the gate" });
  expect(stall).toMatchObject({ status: "active", version: 1, letters: 5, note: "At the gate" });
  for (const search of ["date", "تمور", stall.code]) {
    const [row] = await rowsFound(search);
    expect(row).toMatchObject({ id: stall.id, name: "Dates", letters: 5 });
    expect(row).not.toHaveProperty("note");
  }
});

test("values that another table stores are written, compared and read with the record", async () => {
  const { id, tags } = await createStall({ name: "Limes", tags: ["corner", "sunny"] });
  expect(tags).toEqual(["corner", "sunny"]);
  expect(await rowsFound("limes")).toMatchObject([{ id, firstTag: "corner" }]);
  const moved = await call(aisyah, stalls.update, { id, version: 1, tags: ["sunny"] });
  expect(moved).toMatchObject({ version: 2, tags: ["sunny"] });
  expect(await call(aisyah, stalls.update, { id, version: 2, tags: ["sunny"] })).toMatchObject({ version: 2 });
  expect(await call(aisyah, stalls.get, { id })).toEqual(moved);
  const { events } = await call(aisyah, stalls.activity, { id, limit: 10 });
  expect(events[0]!.changes).toEqual({ tags: { before: ["corner", "sunny"], after: ["sunny"] } });
  const emptied = await refusalOf(call(aisyah, stalls.update, { id, version: 2, tags: [] }));
  expect(emptied).toMatchObject({ errors: [{ path: "tags", code: "tags_missing" }] });
});

test("facts that the table does not have block a transition, of one record and of many", async () => {
  const { id } = await createStall({ name: "Reserved", tags: ["reserved"] });
  const archive = call(aisyah, stalls.archive, { id, version: 1, to: "archived" });
  expect(await refusalOf(archive)).toMatchObject({ code: "stall_reserved", details: { blockers: ["reserved"] } });
  const preview = await call(aisyah, stalls.previewArchiving, { selection: { ids: [id] } });
  expect(preview).toMatchObject({ changing: 0, leftOut: [{ code: "reserved", count: 1 }] });
});

test("records are deleted with an audit entry, except those that something refers to", async () => {
  const gone = await createStall({ name: "Gone", tags: ["old"] });
  const rented = await createStall({ isRented: true, rentBps: 100 });
  const visited = await createStall();
  await app.db.execute(sql`insert into stall_visits (stall_id) values (${visited.id})`);
  const refused = await refusalOf(call(aisyah, stalls.remove, { id: visited.id, version: 1 }));
  expect(refused).toMatchObject({ code: "stall_in_use", details: { references: { stall_visits: 1 } } });
  expect(await codeOf(call(aisyah, stalls.remove, { id: rented.id, version: 1 }))).toBe("stall_rented");
  const selection = { ids: [gone.id, rented.id, visited.id] };
  const { fingerprint, leftOut } = await call(aisyah, stalls.previewRemoval, { selection });
  expect(leftOut.map(({ code }) => code).sort()).toEqual(["stall_in_use", "stall_rented"]);
  expect(await call(aisyah, stalls.applyRemoval, { selection, fingerprint })).toEqual({ changed: 1, leftOut: 2 });
  expect(await codeOf(call(aisyah, stalls.get, { id: gone.id }))).toBe("not_found");
  const entries = await rowsOf(
    app.db,
    sql`select changes from audit_log where resource_id = ${gone.id} and action = 'delete'`,
  );
  expect(entries).toMatchObject([
    { changes: { name: { before: "Gone", after: null }, tags: { before: ["old"], after: [] } } },
  ]);
});

test("a create sent again with the same id returns the record it created, and only to its creator", async () => {
  const input = { id: newId(), ...values() };
  const first = await call(aisyah, stalls.create, input);
  expect(await call(aisyah, stalls.create, input)).toEqual(first);
  expect(await codeOf(call(aisyah, stalls.create, { ...input, name: "Another" }))).toBe("stall_id_taken");
  const { transport: omar } = await app.signIn("Omar", rights);
  expect(await codeOf(call(omar, stalls.create, input))).toBe("stall_id_taken");
});

test("a duplicate of a unique value is refused at its field, in a new record and in an update", async () => {
  const [one, other] = [await createStall(), await createStall()];
  const taken = await refusalOf(createStall({ code: one.code }));
  expect(taken).toMatchObject({ code: "duplicate_stall", errors: [{ path: "code", code: "duplicate_stall" }] });
  const update = call(aisyah, stalls.update, { id: other.id, version: 1, code: one.code });
  expect(await codeOf(update)).toBe("duplicate_stall");
});

test("fields are checked against each other before anything is written", async () => {
  expect(await refusalOf(createStall({ isRented: true }))).toMatchObject({
    code: "invalid_input",
    errors: [{ path: "rentBps", code: "rent_missing" }],
  });
  const { id } = await createStall();
  expect(await codeOf(call(aisyah, stalls.update, { id, version: 1, isRented: true }))).toBe("invalid_input");
});

test("an update writes one version and one entry, the same values none, and an old version gets the changes since", async () => {
  const { id } = await createStall({ name: "Olives" });
  expect(await call(aisyah, stalls.update, { id, version: 1, name: "Olives" })).toMatchObject({ version: 1 });
  expect(await call(aisyah, stalls.update, { id, version: 1, name: "Figs" })).toMatchObject({ version: 2, letters: 4 });
  expect((await rowsFound("figs")).map((row) => row.id)).toEqual([id]);
  const { events } = await call(aisyah, stalls.activity, { id, limit: 10 });
  expect(events.map(({ action, changes }) => [action, changes.name])).toEqual([
    ["update", { before: "Olives", after: "Figs" }],
    ["create", { before: null, after: "Olives" }],
  ]);
  expect(await refusalOf(call(aisyah, stalls.update, { id, version: 1, note: "Late" }))).toMatchObject({
    code: "version_conflict",
    details: { current: { name: "Figs", letters: 4 }, changes: { name: { after: "Figs" } } },
  });
});

test("a preview of an update writes nothing, and its fingerprint holds only for what it showed", async () => {
  const { id } = await createStall();
  const change = { id, version: 1, rentBps: 250 };
  const { fingerprint, consequences } = await call(aisyah, stalls.previewUpdate, change);
  expect(consequences).toMatchObject([{ verb: "rent", count: 250 }]);
  expect(await call(aisyah, stalls.get, { id })).toMatchObject({ version: 1, rentBps: 0 });
  const other = call(aisyah, stalls.update, { ...change, rentBps: 300, fingerprint });
  expect(await codeOf(other)).toBe("preview_stale");
  expect(await call(aisyah, stalls.update, { ...change, fingerprint })).toMatchObject({ version: 2, rentBps: 250 });
});

test("a user can't read, write or create a record outside their scope, nor move one out of it", async () => {
  const limited = rights.map((right) => `${right}@scope`);
  const { transport: omar } = await app.signIn("Omar", limited, [{ kind: "country", target: "MY" }]);
  const [near, far] = [await createStall({ country: "MY" }), await createStall({ country: "AE" })];
  expect(await codeOf(call(omar, stalls.get, { id: far.id }))).toBe("not_found");
  expect(await codeOf(call(omar, stalls.activity, { id: far.id, limit: 1 }))).toBe("not_found");
  expect(await codeOf(call(omar, stalls.update, { id: far.id, version: 1, name: "Mine" }))).toBe("not_found");
  expect(await codeOf(createStall({ country: "AE" }, omar))).toBe("outside_scope");
  expect(await codeOf(call(omar, stalls.update, { id: near.id, version: 1, country: "AE" }))).toBe("outside_scope");
  expect(await call(omar, stalls.update, { id: near.id, version: 1, name: "Mine" })).toMatchObject({ version: 2 });
  expect(await codeOf(createStall({ country: "MY" }, omar))).toBe("done");
});

test("a field with its own permission is refused to users without it", async () => {
  const { transport: omar } = await app.signIn("Omar", ["stalls.read", "stalls.update"]);
  const { id } = await createStall();
  const update = refusalOf(call(omar, stalls.update, { id, version: 1, rentBps: 100 }));
  expect(await update).toMatchObject({ code: "permission_denied", errors: [{ path: "rentBps" }] });
});

test("a transition is checked once the record is locked, alone and in bulk", async () => {
  const [free, rented] = [await createStall(), await createStall({ isRented: true, rentBps: 100 })];
  const archive = (id: string, version: number, to: "active" | "archived") =>
    call(aisyah, stalls.archive, { id, version, to });
  expect(await codeOf(archive(rented.id, 1, "archived"))).toBe("stall_rented");
  expect(await archive(free.id, 1, "archived")).toMatchObject({ status: "archived", version: 2 });
  expect(await archive(free.id, 2, "archived")).toMatchObject({ version: 2 });
  expect(await archive(free.id, 2, "active")).toMatchObject({ status: "active", version: 3 });
  const { events } = await call(aisyah, stalls.activity, { id: free.id, limit: 2 });
  expect(events.map(({ action }) => action)).toEqual(["restore", "archive"]);

  const selection = { ids: [free.id, rented.id] };
  const preview = await call(aisyah, stalls.previewArchiving, { selection });
  expect(preview).toMatchObject({ matched: 2, changing: 1, leftOut: [{ code: "stall_rented", count: 1 }] });
  await call(aisyah, stalls.update, { id: free.id, version: 3, isRented: true, rentBps: 100 });
  const { fingerprint } = preview;
  expect(await codeOf(call(aisyah, stalls.applyArchiving, { selection, fingerprint }))).toBe("preview_stale");
});

test("an area locks before the record, and enters a new one before its scope is checked", async () => {
  hooksRun.length = 0;
  const { id } = await createStall({ name: "Beans" });
  await call(aisyah, stalls.update, { id, version: 1, name: "Peas" });
  expect(await codeOf(call(aisyah, stalls.update, { id, version: 1, name: "Late" }))).toBe("version_conflict");
  const { transport: omar } = await app.signIn("Omar", ["stalls.create@scope"], [{ kind: "country", target: "MY" }]);
  expect(await codeOf(createStall({ name: "Outside", country: "AE" }, omar))).toBe("outside_scope");
  expect(hooksRun).toEqual([
    "lock new Beans",
    "enter Beans",
    "lock Peas",
    "lock Late",
    "lock new Outside",
    "enter Outside",
  ]);
});

test("a list is read from what its input asks for", async () => {
  await createStall({ name: "Hidden" });
  const codes = await call(aisyah, stalls.list, { search: "hidden", sort: "code", limit: 25, count: "none" });
  expect([(await rowsFound("hidden")).length, codes.rows.length]).toEqual([1, 0]);
});

test("records go along with the transition of another, with what they set and list besides", async () => {
  const ctx = app.api.systemContext();
  const [first, second] = [await createStall(), await createStall()];
  await inTransaction(ctx, async (inner) => {
    const [one, other] = [await stallStore.lock(inner, first), await stallStore.lock(inner, second)];
    const along = [{ ...other, isReserved: false }];
    const changes = { market: { before: null, after: first.code } };
    const step = { to: "archived", along: { records: along, sets: { note: "With the first" }, changes } } as const;
    await stallTransitions.write(inner, [{ ...one, isReserved: false }], step);
  });
  const historyOf = async (id: string) => (await call(aisyah, stalls.activity, { id, limit: 1 })).events[0];
  const status = { before: "active", after: "archived" };
  expect(await historyOf(first.id)).toMatchObject({ action: "archive", changes: { status } });
  const note = { before: null, after: "With the first" };
  expect(await historyOf(second.id)).toMatchObject({
    action: "archive",
    changes: { status, note, market: { after: first.code } },
  });
});

test("archived records are listed only on request, and counted separately", async () => {
  const { id } = await createStall({ name: "Sardines" });
  await call(aisyah, stalls.archive, { id, version: 1, to: "archived" });
  expect(await rowsFound("sardines")).toEqual([]);
  const { byStatus } = await call(aisyah, stalls.countByStatus, { search: "sardines" });
  expect(byStatus).toMatchObject({ active: { count: 0 }, archived: { count: 1 } });
});

test("an exported file has a separate column for Arabic, and computed values", async () => {
  await createStall({ code: "Z9", name: "Honey", nameI18n: { ar: "عسل", ms: "Madu" } });
  const requested = { search: "honey", sort: "name", limit: 25, count: "none" } as const;
  const csv = await (await download(aisyah, stalls.exportCsv, requested)).text();
  expect(csv.replace("\uFEFF", "").trim().split("\r\n")).toEqual([
    "code,name,nameI18n,nameAr,country,letters,status",
    'Z9,Honey,"{""ms"":""Madu""}",عسل,AE,5,active',
  ]);
});

test("an import refuses a row for the same reasons as the form, and writes the others as the form does", async () => {
  const known = await createStall({ code: "Y1", country: "AE" });
  const grants = ["stalls.read@scope", "stalls.import@scope", "stalls.update@scope"];
  const { actor } = await app.signIn("Omar", grants, [{ kind: "country", target: "MY" }]);
  const ctx = { ...app.api.systemContext(), actor, permission: stalls.importTemplate.permission };
  const row = (rowNumber: number, cells: Record<string, string>) => ({ rowNumber, cells, faults: [] });
  const checked = await stallImporter.check(
    ctx,
    [
      row(2, { code: "Y2", name: "Nuts", nameAr: "مكسرات", country: "my" }),
      row(3, { code: "Y3", name: "Tea", country: "AE" }),
      row(4, { code: "Y1", name: "Taken over" }),
      row(5, { code: "Y4", name: "Rice", country: "MY", rentBps: "200" }),
      row(6, { code: "bad", name: "" }),
    ],
    { claims: new Map(), released: new Set(), choices: {} },
  );
  expect(checked.map((each) => (each.outcome === "bad" ? each.problems : each.outcome))).toEqual([
    "new",
    [{ field: "code", code: "outside_scope" }],
    [{ field: "code", code: "update_not_permitted" }],
    [{ field: "rentBps", code: "field_not_permitted", params: { permission: "stalls.setRent" } }],
    [
      { field: "code", code: "stall_code", params: {} },
      { field: "name", code: "required", params: {} },
    ],
  ]);
  const good = checked.flatMap((each) => (each.outcome === "bad" ? [] : [each]));
  await inTransaction(ctx, (inner) => stallImporter.write(inner, good, { fileName: "stalls.csv" }));
  const [written] = await rowsFound("nuts");
  expect(written).toMatchObject({ code: "Y2", nameI18n: { ar: "مكسرات" }, country: "MY" });
  const { events } = await call(aisyah, stalls.activity, { id: written!.id, limit: 1 });
  expect(events).toMatchObject([{ action: "import", reason: "stalls.csv:2", actorName: "Omar" }]);
  expect(await call(aisyah, stalls.get, { id: known.id })).toMatchObject({ version: 1 });
});
