import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "#base/refusal.ts";
import { decidingPermissions } from "#base/decisions.ts";
import type { EventHandler } from "#api/context.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { type Retailer, retailers } from "#features/retail/retailers/contract.ts";
import { retailerDecisions } from "#features/retail/retailers/record/contract.ts";
import { emptyLocation } from "#features/retail/retailers/locations/rules.ts";
import { retailerContacts } from "#features/retail/retailers/contacts/contract.ts";
import { retailerDocuments } from "#features/retail/retailers/kyc/contract.ts";
import { retailerHours } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { emptyRetailerType } from "#features/retail/retailer-types/rules.ts";
import { call, type Transport } from "#web/call.ts";

// Replaces the event handler of assignments: their side effects are tested there, that they run is tested here.
let stopped = 14;
const pausing: EventHandler = {
  types: ["retailer.suspended"],
  follow: async (_ctx, events) => [
    { resource: "assignments", verb: "paused", count: stopped * events.length, facts: { retailers: events.length } },
  ],
};

let app: TestApi;
let aisyah: Transport;
let typeId: string;
const actions = ["read", "create", "update", "delete", "verify"].map((action) => `retailers.${action}`);
const rights = [...actions, ...decidingPermissions(retailerDecisions)];
beforeAll(async () => {
  app = await testApi([retailerTypesFeature, retailersFeature, { routes: [], eventHandlers: [pausing] }]);
  const types = ["retailerTypes.read", "retailerTypes.create", "retailerTypes.update", "retailerTypes.archive"];
  aisyah = (await app.signIn("Aisyah", [...rights, ...types])).transport;
  typeId = (await makeType({ kycLevel: "basic" })).id;
});
afterAll(() => app.close());
afterEach(() => app.clock.advance(1000));

let made = 0;
const makeType = (fields: object = {}) =>
  call(aisyah, retailerTypes.create, {
    ...emptyRetailerType,
    id: newId(),
    code: `TYPE_${++made}`,
    name: `Type ${made}`,
    ...fields,
  });
const create = (fields: object = {}, who = aisyah): Promise<Retailer> =>
  call(who, retailers.create, { id: newId(), tradingName: `Shop ${++made}`, retailerTypeId: typeId, ...fields });
const get = (id: string, who = aisyah) => call(who, retailers.get, { id });
const placed = { country: "GB", timezone: "Europe/London" };
const place = { ...emptyLocation, name: "Main street", city: "London", latitude: 51.5165, longitude: -0.0663 };
const addPlace = ({ id, version }: Retailer, fields: object = {}, locationId = newId()) =>
  call(aisyah, retailerLocations.save, { id, version, locationId, ...place, ...fields });
const contact = { name: "Amina", role: null, email: "amina@example.com", phone: null, isPrimary: false, notify: [] };
const addContact = ({ id, version }: Retailer) =>
  call(aisyah, retailerContacts.save, { id, version, contactId: newId(), ...contact });
const step = ({ id, version }: Retailer, to: Retailer["status"], more: object = {}) =>
  call(aisyah, retailers.changeStatus, { id, version, to, ...more });

async function verify(retailer: Retailer, expiresOn: string | null = null) {
  const { id } = retailer;
  const documentId = newId();
  const document = { type: "trade_licence", fileId: null, number: "1", issuedOn: null, expiresOn } as const;
  const added = await call(aisyah, retailerDocuments.add, { id, version: retailer.version, documentId, ...document });
  const { version, rows } = await call(aisyah, retailerDocuments.decide, {
    id,
    version: added.version,
    documentId,
    decision: "accepted",
  });
  expect(rows[0]).toMatchObject({ decidedByName: "Aisyah", decidedAt: app.clock.now });
  return call(aisyah, retailerDocuments.decideKyc, { id, version, decision: "verified" });
}

/** One that consumers can see. */
async function active(fields: object = {}): Promise<Retailer> {
  const draft = await create({ ...placed, ...fields });
  await addPlace(draft);
  await addContact(await get(draft.id));
  const verified = await verify(await get(draft.id));
  return step(await step(verified, "submitted"), "active");
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome: unknown = await work.then(
    () => "no refusal",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );

describe("a new retailer", () => {
  test("is a draft with a code; a repeated request creates no second one", async () => {
    const input = { id: newId(), tradingName: "  Demo Souk ", retailerTypeId: typeId, gln: "9522000000015" };
    const [first, second] = await Promise.all([
      call(aisyah, retailers.create, input),
      call(aisyah, retailers.create, input),
    ]);
    expect(first).toMatchObject({
      tradingName: "Demo Souk",
      status: "draft",
      version: 1,
      depth: 1,
      kycStatus: "not_started",
    });
    expect(first.code).toMatch(/^RET-\d{6}$/);
    expect(second).toEqual(first);
    expect(await codeOf(create({ gln: "9522000000015" }))).toBe("duplicate_gln");
    expect(await codeOf(create({ gln: " 952-2000 ٠٠٠٠١٥ " }))).toBe("duplicate_gln");
    expect((await refusalOf(create({ gln: "9522000000016" }))).errors[0]).toMatchObject({ path: "gln", code: "gln" });
    expect((await refusalOf(create({ registrationNo: "1" }))).errors[0]).toMatchObject({ path: "registrationCountry" });
  });

  test("can't use an archived type, and a type in use can't be archived", async () => {
    const type = await makeType();
    const retailer = await create({ retailerTypeId: type.id });
    const archiving = call(aisyah, retailerTypes.archive, { id: type.id, version: 1, to: "archived" });
    expect(await refusalOf(archiving)).toMatchObject({ code: "retailer_type_in_use", details: { retailers: 1 } });
    await call(aisyah, retailers.update, { id: retailer.id, version: 1, retailerTypeId: typeId });
    await call(aisyah, retailerTypes.archive, { id: type.id, version: 1, to: "archived" });
    expect(await codeOf(create({ retailerTypeId: type.id }))).toBe("type_not_available");
  });

  test("is refused, or the archiving of its type is, if both happen at once", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const type = await makeType();
      const outcomes = await Promise.all([
        codeOf(call(aisyah, retailerTypes.archive, { id: type.id, version: 1, to: "archived" })),
        codeOf(create({ retailerTypeId: type.id })),
      ]);
      expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    }
  });
});

describe("a chain", () => {
  const move = ({ id, version }: Retailer, parentId: string | null) =>
    call(aisyah, retailers.update, { id, version, parentId });
  const closureOf = (id: string) =>
    rowsOf<{ ancestor: string; distance: number }>(
      app.db,
      sql`select ancestor_id as ancestor, distance from retailer_closure where descendant_id = ${id}::uuid order by distance`,
    );

  test("has three levels, moves with all its branches, and never forms a cycle", async () => {
    const top = await create();
    const region = await create({ parentId: top.id });
    const branch = await create({ parentId: region.id });
    expect(branch).toMatchObject({ depth: 3, chain: [{ id: region.id }, { id: top.id }] });
    expect(await codeOf(create({ parentId: branch.id }))).toBe("chain_too_deep");
    expect(await codeOf(move(top, branch.id))).toBe("chain_cycle");
    expect((await refusalOf(move(top, top.id))).errors).toMatchObject([{ path: "parentId", code: "chain_cycle" }]);
    const other = await create();
    await move(region, other.id);
    expect(await closureOf(branch.id)).toEqual([
      { ancestor: branch.id, distance: 0 },
      { ancestor: region.id, distance: 1 },
      { ancestor: other.id, distance: 2 },
    ]);
    expect(await codeOf(move(other, top.id))).toBe("chain_too_deep");
    expect(await get(top.id)).toMatchObject({ branchesCount: 0 });
    await move(await get(region.id), null);
    expect(await get(branch.id)).toMatchObject({ depth: 2, chain: [{ id: region.id }] });
  });

  test("two moves at once form no cycle", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const [one, other] = [await create(), await create()];
      const outcomes = await Promise.all([codeOf(move(one, other.id)), codeOf(move(other, one.id))]);
      expect(outcomes.sort()).toEqual(["chain_cycle", "done"]);
    }
  });

  test("is what a scope includes: the retailer and its branches, and nothing else", async () => {
    const top = await create();
    const branch = await create({ parentId: top.id });
    const beside = await create({ country: "AE" });
    const scopes = [{ kind: "retailer", target: top.id }] as const;
    const karim = (await app.signIn("Karim", ["retailers.read@scope", "retailers.update@scope"], scopes)).transport;
    expect(await get(branch.id, karim)).toMatchObject({ id: branch.id, chain: [{ id: top.id }] });
    expect(await codeOf(get(beside.id, karim))).toBe("not_found");
    const { rows } = await call(karim, retailers.list, { sort: "name", limit: 25, count: "none" });
    expect(rows.map(({ id }) => id).sort()).toEqual([top.id, branch.id].sort());
    expect(await codeOf(call(karim, retailerLocations.list, { id: beside.id }))).toBe("not_found");
    const out = call(karim, retailers.update, { id: branch.id, version: branch.version, parentId: beside.id });
    expect(await codeOf(out)).toBe("parent_not_found");
    const free = call(karim, retailers.update, { id: branch.id, version: branch.version, parentId: null });
    expect(await codeOf(free)).toBe("outside_scope");
  });
});

describe("the life of a retailer", () => {
  test("requires a location, a contact and documents, each listed before the user tries", async () => {
    const draft = await create();
    expect(draft.allowedTransitions).toMatchObject([
      { to: "submitted", blockers: ["country_missing", "timezone_missing", "location_missing", "contact_missing"] },
    ]);
    expect((await refusalOf(step(draft, "submitted"))).details.blockers).toContain("location_missing");
    expect(await codeOf(step(draft, "active"))).toBe("retailer_step_invalid");
    const shop = await active();
    expect(shop).toMatchObject({
      status: "active",
      kycStatus: "verified",
      locationsCount: 1,
      contactsCount: 1,
      city: "London",
    });
    const { rows } = await call(aisyah, retailerLocations.list, { id: shop.id });
    const taking = { id: shop.id, version: shop.version };
    expect(await codeOf(call(aisyah, retailerLocations.remove, { ...taking, locationId: rows[0]!.id }))).toBe(
      "last_location_needed",
    );
    expect((await refusalOf(call(aisyah, retailers.update, { ...taking, country: null }))).errors[0]).toMatchObject({
      path: "country",
      code: "country_missing",
    });
  });

  test("the effects of a suspension are previewed, and applied only as shown", async () => {
    const shop = await active();
    const seen = await call(aisyah, retailers.previewStatus, { id: shop.id, to: "suspended" });
    expect(seen.consequences).toEqual([
      { resource: "assignments", verb: "paused", count: 14, facts: { retailers: 1 }, reaches: [] },
    ]);
    expect(await get(shop.id)).toEqual(shop);
    const events = () =>
      rowsOf<{ count: number }>(
        app.db,
        sql`select count(*)::int as count from outbox_events where resource_id = ${shop.id} and type = 'retailer.suspended'`,
      );
    expect(await events()).toEqual([{ count: 0 }]);
    const reason = { reason: "A visit is due" };
    expect((await refusalOf(step(shop, "suspended"))).errors[0]).toMatchObject({
      path: "reason",
      code: "reason_required",
    });
    stopped = 15;
    const stale = step(shop, "suspended", { ...reason, fingerprint: seen.fingerprint });
    expect(await codeOf(stale)).toBe("preview_stale");
    expect((await get(shop.id)).status).toBe("active");
    stopped = 14;
    const suspended = await step(shop, "suspended", { ...reason, fingerprint: seen.fingerprint });
    expect(suspended).toMatchObject({ status: "suspended", statusReason: "A visit is due" });
    expect(await events()).toEqual([{ count: 1 }]);
    expect((await step(suspended, "closed")).allowedTransitions).toEqual([]);
    expect(await codeOf(addPlace(await get(shop.id)))).toBe("retailer_step_invalid");
  });

  test("expired documents end the verification, at the end of their last day", async () => {
    const draft = await create(placed);
    await addPlace(draft);
    await addContact(await get(draft.id));
    const verified = await verify(await get(draft.id), "2026-11-21");
    expect(verified).toMatchObject({ kycStatus: "verified", kycExpiresOn: "2026-11-21" });
    const submitted = await step(verified, "submitted");
    app.clock.now = "2026-11-21T23:59:59.999Z";
    expect((await get(draft.id)).kycStatus).toBe("verified");
    app.clock.now = "2026-11-22T00:00:00.000Z";
    expect((await get(draft.id)).kycStatus).toBe("expired");
    expect((await refusalOf(step(submitted, "active"))).details.blockers).toEqual(["kyc_expired"]);
    const expired = await call(aisyah, retailers.list, { sort: "name", limit: 25, count: "none", kyc: ["expired"] });
    expect(expired.rows.map(({ id }) => id)).toEqual([draft.id]);
  });

  test("several are changed as previewed, and those that can't be are left out with a reason", async () => {
    const [ready, bare] = [await create(placed), await create()];
    await addPlace(ready);
    await addContact(await get(ready.id));
    const selection = { ids: [ready.id, bare.id] };
    const preview = await call(aisyah, retailers.previewStatusChange, { selection, to: "submitted" });
    expect(preview).toMatchObject({ changing: 1, leftOut: [{ code: "country_missing", count: 1 }] });
    const { fingerprint } = preview;
    await call(aisyah, retailers.applyStatusChange, { selection, to: "submitted", fingerprint });
    expect((await get(ready.id)).status).toBe("submitted");
    const another = (retailerTypeId: string) =>
      call(aisyah, retailers.previewTypeChange, { selection, retailerTypeId });
    expect(await codeOf(another(newId()))).toBe("type_not_available");
    const type = await makeType();
    const typed = await another(type.id);
    expect(typed).toMatchObject({ changing: 2 });
    await call(aisyah, retailers.applyTypeChange, {
      selection,
      retailerTypeId: type.id,
      fingerprint: typed.fingerprint,
    });
    expect((await get(bare.id)).type.id).toBe(type.id);
  });
});

describe("the locations of a retailer", () => {
  test("exactly one is the primary one, after every addition and removal", async () => {
    const shop = await create(placed);
    const [first, second] = [newId(), newId()];
    await addPlace(shop, { name: "First" }, first);
    let { rows, version } = await addPlace(
      { ...shop, version: 2 },
      { name: "Second", city: "Leeds", isPrimary: true },
      second,
    );
    expect(rows.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
      ["Second", true],
      ["First", false],
    ]);
    expect((await get(shop.id)).city).toBe("Leeds");
    expect(await codeOf(addPlace({ ...shop, version: 1 }))).toBe("version_conflict");
    ({ rows, version } = await call(aisyah, retailerLocations.remove, { id: shop.id, version, locationId: second }));
    expect(rows).toMatchObject([{ id: first, isPrimary: true }]);
    expect(await get(shop.id)).toMatchObject({ city: "London", locationsCount: 1, version: 4 });
    // A location of another retailer can't be taken over by its id.
    expect(await codeOf(addPlace(await create(placed), {}, first))).toBe("not_found");
  });

  test("are found around a point, also across the date line, and returned with their distance", async () => {
    const [london, leeds, fiji] = [await create(), await create(), await create()];
    await addPlace(london);
    await addPlace(leeds, { latitude: 53.8008, longitude: -1.5491 });
    await addPlace(fiji, { latitude: -16.5, longitude: 179.95 });
    const near = async (text: string) => {
      const ids = [london.id, leeds.id, fiji.id];
      const { rows } = await call(aisyah, retailers.list, {
        sort: "createdAt",
        limit: 25,
        count: "none",
        near: text,
        ids,
      });
      return rows.map(({ id, distanceKm }) => [id, distanceKm]);
    };
    expect(await near("51.5165,-0.0663,1")).toEqual([[london.id, 0]]);
    // A degree of a meridian is 111.195 km on a sphere of 6,371.0088 km.
    expect(await near("50.5165,-0.0663,112")).toEqual([[london.id, 111.195]]);
    expect(await near("50.5165,-0.0663,111")).toEqual([]);
    expect(await near("-16.5,-179.95,20")).toEqual([[fiji.id, 10.662]]);
    const wrong = call(aisyah, retailers.list, { sort: "name", limit: 25, count: "none", near: "91,0,5" });
    expect((await refusalOf(wrong)).errors[0]).toMatchObject({ path: "near", code: "near" });
  });

  test("have hours that don't overlap, are set alike for several, and follow their own time zone", async () => {
    const shop = await create({ ...placed, timezone: "Asia/Dubai" });
    const [deira, london] = [newId(), newId()];
    await addPlace(shop, { name: "Deira" }, deira);
    await addPlace({ ...shop, version: 2 }, { name: "London", timezone: "Europe/London" }, london);
    const friday = { weekday: 5, season: "regular", validFrom: null, validTo: null, closesNextDay: false } as const;
    const spans = [{ ...friday, opens: "09:00", closes: "13:00" }];
    const save = (version: number, list: readonly object[], locationIds = [deira, london]) =>
      call(aisyah, retailerHours.save, { id: shop.id, version, locationIds, spans: list as typeof spans });
    const overlapping = [...spans, { ...friday, opens: "12:00", closes: "14:00" }];
    expect((await refusalOf(save(3, overlapping))).errors).toMatchObject([
      { path: "spans.1.opens", code: "hours_overlap" },
    ]);
    const saved = await save(3, spans);
    expect(saved).toMatchObject({ version: 4, byLocation: { [deira]: spans, [london]: spans } });
    expect(await save(4, spans)).toMatchObject({ version: 4 });
    expect(await codeOf(save(4, spans, [newId()]))).toBe("not_found");
    const before = app.clock.now;
    // Friday, 1 p.m. in Dubai, 9 a.m. in London.
    app.clock.now = "2026-11-20T09:00:00.000Z";
    const { rows } = await call(aisyah, retailerLocations.list, { id: shop.id });
    expect(rows.map(({ name, openness }) => [name, openness?.isOpen])).toEqual([
      ["Deira", false],
      ["London", true],
    ]);
    const pause = {
      id: newId(),
      locationId: london,
      reason: "Jumu'ah",
      kind: "weekly",
      weekday: 5,
      from: "08:30",
      to: "09:30",
    } as const;
    await call(aisyah, retailerHours.saveClosures, { id: shop.id, version: 4, closures: [pause] });
    const paused = await call(aisyah, retailerLocations.list, { id: shop.id });
    expect(paused.rows[1]!.openness).toEqual({ isOpen: false, changesAt: "2026-11-20T09:30:00.000Z" });
    app.clock.now = before;
  });
});
