import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { EventType } from "#base/eventTypes.ts";
import { operation } from "#base/contract.ts";
import * as z from "zod/mini";
import { inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { serve, type Feature } from "#api/serve.ts";
import { market } from "#api/testing/market.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsFeature } from "#features/assignments/api/routes.ts";
import { assignments } from "#features/assignments/contract.ts";
import type { Change } from "#features/assignments/contract/changes.ts";
import { retailersFeature } from "#features/retailers/api/routes.ts";
import { retailers } from "#features/retailers/contract.ts";
import { type LocationInput, retailerLocations } from "#features/retailers/contract/locations.ts";
import type { RetailerPatch } from "#features/retailers/contract/records.ts";
import { retailerTypesFeature } from "#features/retailerTypes/api/routes.ts";
import { type RetailerTypeInput, retailerTypes } from "#features/retailerTypes/contract.ts";
import { call } from "#web/call.ts";

// Stands for the area whose records change: it tells what happened in the transaction of the change.
const levers = {
  pull: operation({
    method: "POST",
    path: "/api/levers",
    permission: "session",
    summary: "Set a certificate's state and tell of it",
    input: z.strictObject({
      certificate: z.string(),
      state: z.string(),
      type: z.string(),
      products: z.array(z.string()),
    }),
    output: z.array(z.record(z.string(), z.unknown())),
  }),
};
const leversFeature: Feature = {
  routes: serve(levers, {
    pull: (ctx, { certificate, state, type, products }) =>
      inTransaction(ctx, async (inner) => {
        await inner.db.execute(sql`
          update certificates set state = ${state}, state_reason = 'As told', state_changed_at = ${ctx.now}::timestamptz
           where id = ${certificate}::uuid`);
        return [
          ...(await recordEvents(inner, [
            {
              type: type as EventType,
              resource: "certificates",
              resourceId: certificate,
              payload: { code: "CERT-000114" },
              concerns: { products },
            },
          ])),
        ];
      }),
  }),
};

const house = await testApi([assignmentsFeature, retailersFeature, retailerTypesFeature, leversFeature]);
afterAll(house.close);
const made = market(house.db);
const { transport } = await house.signIn("Aisyah", [
  "assignments.read",
  "assignments.update",
  "retailers.read",
  "retailers.update",
  "retailerTypes.read",
  "retailerTypes.update",
]);

async function world({ products: productsCount, retailers: retailersCount }: { products: number; retailers: number }) {
  const [brand, category, body] = [await made.brand(), await made.category(), await made.body()];
  const type = await made.type();
  const certificate = await made.certificate({ body_id: body });
  const products: string[] = [];
  for (let n = 0; n < productsCount; n++) {
    const product = await made.product({ brand_id: brand, category_id: category });
    await made.line(certificate, product);
    products.push(product);
  }
  const retailers: string[] = [];
  for (let n = 0; n < retailersCount; n++) retailers.push(await made.retailer({ retailer_type_id: type }));
  await apply({
    kind: "assign",
    target: { retailerIds: retailers, products: { ids: products } },
    blocked: "leave_out",
  });
  return { body, certificate, products, retailers };
}

async function apply(change: Change) {
  const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
  return call(transport, assignments.apply, { change, fingerprint });
}
const pull = (certificate: string, products: string[], [state, type]: readonly [string, EventType]) =>
  call(transport, levers.pull, { certificate, products, state, type });
const suspend = ["suspended", "certificate.suspended"] as const;
const reinstate = ["verified", "certificate.reinstated"] as const;
/** Somebody at a retailer who is told of certificates. */
const wantsToHear = (retailerId: string) =>
  made.insert("retailer_contacts", {
    retailer_id: retailerId,
    name: "Halal desk",
    email: "halal@shop.example",
    is_primary: true,
    notify: ["halal"],
    created_at: house.clock.now,
    updated_at: house.clock.now,
  });
async function lettersOf() {
  house.letters.length = 0;
  await house.runJobs();
  return [...house.letters];
}
const statusesOf = async (retailerId: string) =>
  (await call(transport, assignments.list, { retailerId, sort: "createdAt", limit: 100, count: "none" })).rows.map(
    ({ product, status, pauseReason, pauseSource }) => ({ product: product.id, status, pauseReason, pauseSource }),
  );

describe("a certificate that is suspended", () => {
  test("pauses all that rests on it and says why; reinstated, exactly that resumes", async () => {
    const { certificate, products, retailers, body } = await world({ products: 3, retailers: 2 });
    await wantsToHear(retailers[1]!);
    const [first, second, third] = products as [string, string, string];
    // One has another certificate, one was paused by a person.
    await made.line(await made.certificate({ body_id: body }), third);
    const before = (
      await call(transport, assignments.list, {
        retailerId: retailers[0]!,
        sort: "createdAt",
        limit: 100,
        count: "none",
      })
    ).rows;
    const own = before.find(({ product }) => product.id === second)!;
    await apply({ kind: "pause", selection: { ids: [own.id] }, reason: "Shelf is empty" });
    expect(await pull(certificate, products, suspend)).toEqual([
      {
        resource: "assignments",
        verb: "paused",
        count: 3,
        facts: { products: 2, retailers: 2 },
        // With most products first.
        reaches: [
          expect.objectContaining({ resource: "retailers", id: retailers[1], count: 2 }),
          expect.objectContaining({ id: retailers[0], count: 1 }),
        ],
      },
    ]);
    const paused = { status: "paused", pauseReason: "HALAL_SUSPENDED", pauseSource: "auto" };
    const byProduct = (a: { product: string }, b: { product: string }) => (a.product < b.product ? -1 : 1);
    expect((await statusesOf(retailers[0]!)).toSorted(byProduct)).toEqual(
      [
        { product: first, ...paused },
        { product: second, status: "paused", pauseReason: "Shelf is empty", pauseSource: "manual" },
        { product: third, status: "active", pauseReason: null, pauseSource: null },
      ].toSorted(byProduct),
    );
    const letters = await lettersOf();
    expect(letters.map(({ to }) => to)).toEqual(["halal@shop.example"]);
    expect(letters[0]!.text).toMatch(
      /- 2 products paused: certificate DEMO-\d+ of B\d+ \(CERT-\d+\) is suspended\n {2}The reason given: As told\n {2}· Product \d+\n {2}· Product \d+\n/,
    );
    // What was told is told: another event of the same finds nothing to do.
    expect(await pull(certificate, products, suspend)).toEqual([]);
    expect(await pull(certificate, products, reinstate)).toMatchObject([
      { resource: "assignments", verb: "resumed", count: 3, facts: { products: 2, retailers: 2 } },
    ]);
    expect((await lettersOf()).map(({ text }) => text)).toEqual([
      expect.stringContaining("- 2 products back: certificate DEMO-"),
    ]);
    expect((await statusesOf(retailers[0]!)).find(({ product }) => product === second)?.pauseSource).toBe("manual");
    const events = await rowsOf<{ type: string; reason: string; count: number }>(
      house.db,
      sql`select type, payload ->> 'reason' as reason, (payload ->> 'productCount')::int as count from outbox_events
           where type like 'assignment.%' and payload ->> 'reason' <> 'MANUAL' order by occurred_at, id`,
    );
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "assignment.paused",
      "assignment.paused",
      "assignment.resumed",
      "assignment.resumed",
    ]);
    expect(new Set(events.map(({ reason }) => reason))).toEqual(new Set(["HALAL_SUSPENDED"]));
    const entries = await rowsOf<{ action: string; reason: string }>(
      house.db,
      sql`select action, reason from audit_log where resource_id = ${retailers[0]!} order by id`,
    );
    expect(entries).toEqual([
      { action: "pause", reason: "certificate.suspended CERT-000114" },
      { action: "resume", reason: "certificate.reinstated CERT-000114" },
    ]);
    const told = await call(transport, assignments.shopActivity, { id: retailers[1]!, limit: 25 });
    expect(told).toMatchObject({
      hasMore: false,
      events: [
        { verb: "resumed", cause: "certificate.reinstated" },
        {
          verb: "paused",
          reason: "HALAL_SUSPENDED",
          cause: "certificate.suspended",
          causeCode: "CERT-000114",
          actorName: "Aisyah",
          productCount: 2,
        },
      ],
    });
    expect(told.events[1]!.products.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
    // One assignment's life has what cascades did to it, and not what they did beside it.
    const lifeOf = async (product: string) => {
      const { id } = before.find((row) => row.product.id === product)!;
      const life = await call(transport, assignments.activity, { id, limit: 25 });
      return life.events.map(({ action, reason, changes }) => [action, reason, "products" in changes]);
    };
    expect(await lifeOf(first)).toEqual([
      ["resume", "certificate.reinstated CERT-000114", false],
      ["pause", "certificate.suspended CERT-000114", false],
      ["create", null, false],
    ]);
    expect(await lifeOf(third)).toEqual([["create", null, false]]);
  });

  test("names retailers to those who may see what they sell, and counts them for all", async () => {
    const { certificate, products, retailers } = await world({ products: 1, retailers: 12 });
    const type = await made.type();
    await made.retailer({ retailer_type_id: type });
    const blind = await house.signIn("Blind", []);
    const scoped = await house.signIn(
      "Keeper",
      ["assignments.read@scope"],
      [{ kind: "retailer", target: retailers[3]! }],
    );
    const pulled = async (by: typeof blind, [state, eventType]: readonly [string, EventType]) => {
      const [paused] = await call(by.transport, levers.pull, { certificate, products, state, type: eventType });
      return paused as { facts: object; reaches: { id: string }[] };
    };
    expect(await pulled(blind, suspend)).toMatchObject({ facts: { retailers: 12 }, reaches: [] });
    expect((await pulled(scoped, reinstate)).reaches.map(({ id }) => id)).toEqual([retailers[3]]);
    const [whole] = await pull(certificate, products, suspend);
    expect(whole).toMatchObject({ facts: { retailers: 12 } });
    expect((whole as { reaches: unknown[] }).reaches).toHaveLength(10);
    // An entry is of all that the retailer sells: whoever reaches some products of it does not read it.
    const maker = await house.signIn(
      "Maker",
      ["assignments.read@scope"],
      [{ kind: "brand", target: await made.brand() }],
    );
    const refused = call(maker.transport, assignments.shopActivity, { id: retailers[0]!, limit: 25 });
    await expect(refused).rejects.toMatchObject({ code: "not_found" });
  });

  test.runIf(house.engine === "postgres")("leaves nothing active that is assigned at the same moment", async () => {
    const { certificate, products, retailers } = await world({ products: 2, retailers: 1 });
    const type = await made.type();
    const others = await Promise.all(Array.from({ length: 6 }, () => made.retailer({ retailer_type_id: type })));
    await Promise.allSettled([
      ...others.map((retailer) =>
        apply({
          kind: "assign",
          target: { retailerIds: [retailer], products: { ids: products } },
          blocked: "leave_out",
        }),
      ),
      pull(certificate, products, suspend),
    ]);
    const statuses = (await Promise.all([...others, ...retailers].map(statusesOf))).flat();
    expect(statuses.filter(({ status }) => status === "active")).toEqual([]);
  });
});

describe("whatever the rule reads of a retailer", () => {
  const codeOf = async (table: "retailers" | "retailer_types", id: string) =>
    (await rowsOf<{ code: string }>(house.db, sql`select code from ${sql.raw(table)} where id = ${id}::uuid`))[0]!.code;
  /** Newest first, as the screen of the shop tells them. */
  const toldAt = async (id: string) =>
    (await call(transport, assignments.shopActivity, { id, limit: 25 })).events.map(
      ({ verb, reason, cause, causeCode }) => [verb, reason, cause, causeCode],
    );
  const update = async (id: string, patch: RetailerPatch) => {
    const { version } = await call(transport, retailers.get, { id });
    await call(transport, retailers.update, { id, version, ...patch });
  };
  const updateType = async (id: string, patch: Partial<RetailerTypeInput>) => {
    const { version } = await call(transport, retailerTypes.get, { id });
    await call(transport, retailerTypes.update, { id, version, ...patch });
  };
  const typeOf = async (id: string) => (await call(transport, retailers.get, { id })).type.id;
  const saveLocation = async (id: string, locationId: string, written: Partial<LocationInput> = {}) => {
    const { version } = await call(transport, retailers.get, { id });
    await call(transport, retailerLocations.save, { id, version, locationId, ...place, ...written });
  };
  const place: LocationInput = {
    name: "Second place",
    addressLine1: null,
    addressLine2: null,
    city: null,
    region: null,
    postalCode: null,
    country: "GB",
    timezone: null,
    latitude: null,
    longitude: null,
    gln: null,
    phone: null,
    isPrimary: false,
    status: "open",
  };

  test("is followed when it is changed, with what changed as the cause", async () => {
    const { retailers: shops, products } = await world({ products: 1, retailers: 2 });
    const [shop, other] = shops as [string, string];
    const type = await typeOf(shop);
    await updateType(type, { name: "Renamed" });
    await updateType(type, { certificatePolicy: "require_both" });
    const ofType = ["PREMISE_CERT_MISSING", "retailer_type.policy_changed", await codeOf("retailer_types", type)];
    expect(await toldAt(shop)).toEqual([["paused", ...ofType]]);
    expect(await toldAt(other)).toEqual([["paused", ...ofType]]);
    await updateType(type, { certificatePolicy: "require_product" });
    expect(await toldAt(shop)).toEqual([
      ["resumed", ...ofType],
      ["paused", ...ofType],
    ]);
    // Of meat, a type may ask how it was slaughtered.
    await house.db.execute(sql`update products set contains_meat = true where id = ${products[0]!}::uuid`);
    await house.db.execute(sql`
      update certificates set stunning_policy = 'unknown'
       where id = (select certificate_id from certificate_products where product_id = ${products[0]!}::uuid)`);
    await updateType(type, { needsSlaughterPolicy: true });
    expect((await toldAt(other))[0]).toEqual(["paused", "SLAUGHTER_POLICY_UNKNOWN", ...ofType.slice(1)]);
    await updateType(type, { needsSlaughterPolicy: false });

    const strict = await made.type({ certificate_policy: "require_premise" });
    const ofShop = ["PREMISE_CERT_MISSING", "retailer.type_changed", await codeOf("retailers", shop)];
    await update(shop, { retailerTypeId: strict });
    expect((await toldAt(shop))[0]).toEqual(["paused", ...ofShop]);
    const change = { selection: { ids: [shop, other] }, retailerTypeId: type };
    const { fingerprint, changing } = await call(transport, retailers.previewTypeChange, change);
    expect(changing).toBe(1);
    await call(transport, retailers.applyTypeChange, { ...change, fingerprint });
    expect((await toldAt(shop))[0]).toEqual(["resumed", ...ofShop]);
    // Several at once: each is told of its own.
    const both = { selection: { ids: [shop, other] }, retailerTypeId: strict };
    const previewed = await call(transport, retailers.previewTypeChange, both);
    await call(transport, retailers.applyTypeChange, { ...both, fingerprint: previewed.fingerprint });
    expect((await toldAt(shop))[0]).toEqual(["paused", ...ofShop]);
    expect((await toldAt(other))[0]?.at(-1)).toBe(await codeOf("retailers", other));
  });

  test("includes its country, whose list of bodies counts", async () => {
    const { retailers: shops } = await world({ products: 1, retailers: 1 });
    const [shop] = shops as [string];
    const recognised = await made.body();
    await made.insert("body_recognitions", {
      market: "TR",
      body_id: recognised,
      recognised_by: "HAK",
      created_at: house.clock.now,
      updated_at: house.clock.now,
      version: 1,
    });
    await update(shop, { country: "TR" });
    const told = ["BODY_NOT_RECOGNISED", "retailer.market_changed", await codeOf("retailers", shop)];
    expect(await toldAt(shop)).toEqual([["paused", ...told]]);
    await update(shop, { country: "GB" });
    expect((await toldAt(shop))[0]).toEqual(["resumed", ...told]);
  });

  test("includes its chain and its places, which certificates of premises may leave out", async () => {
    const { body, retailers: shops } = await world({ products: 1, retailers: 1 });
    const [shop] = shops as [string];
    const type = await typeOf(shop);
    const chain = await made.retailer({ retailer_type_id: type });
    const premise = { body_id: body, kind: "premise", holder_type: "retailer" };
    await made.certificate({ ...premise, holder_retailer_id: chain });
    await update(shop, { parentId: chain });
    await updateType(type, { certificatePolicy: "require_both" });
    expect(await toldAt(shop)).toEqual([]);
    await update(shop, { parentId: null });
    const ofChain = ["PREMISE_CERT_MISSING", "retailer.chain_changed", await codeOf("retailers", shop)];
    expect(await toldAt(shop)).toEqual([["paused", ...ofChain]]);

    const first = newId();
    await saveLocation(shop, first, { name: "First place" });
    const own = await made.certificate({ ...premise, holder_retailer_id: shop });
    await made.insert("certificate_sites", {
      certificate_id: own,
      name: "First place",
      location_id: first,
      is_headquarters: false,
    });
    // Written past the operations of certificates, so that something must make it look again.
    await updateType(type, { certificatePolicy: "require_product" });
    await updateType(type, { certificatePolicy: "require_both" });
    expect((await statusesOf(shop))[0]?.status).toBe("active");
    const ofPlaces = ["PREMISE_CERT_MISSING", "retailer.places_changed", await codeOf("retailers", shop)];
    const second = newId();
    const seen = (await toldAt(shop)).length;
    const newest = async () => (await toldAt(shop)).slice(0, -seen);
    await saveLocation(shop, second);
    expect((await newest())[0]).toEqual(["paused", ...ofPlaces]);
    await saveLocation(shop, second, { status: "closed" });
    expect((await newest())[0]).toEqual(["resumed", ...ofPlaces]);
    await saveLocation(shop, second, { status: "open" });
    // A new name is nothing that the rule asks for.
    await saveLocation(shop, second, { name: "Renamed place" });
    const { version } = await call(transport, retailers.get, { id: shop });
    await call(transport, retailerLocations.remove, { id: shop, version, locationId: second });
    expect((await newest()).map(([verb]) => verb)).toEqual(["resumed", "paused", "resumed", "paused"]);
  });
});

test("what a clock decides is found without any event, and by the sweep", async () => {
  const { products, retailers } = await world({ products: 1, retailers: 1 });
  const [row] = (
    await call(transport, assignments.list, { retailerId: retailers[0]!, sort: "product", limit: 25, count: "none" })
  ).rows;
  const lasting = await world({ products: 1, retailers: 1 });
  await call(transport, assignments.update, { id: row!.id, version: row!.version, endsAt: "2026-12-24T00:00:00.000Z" });
  house.clock.now = "2026-12-24T00:00:00.000Z";
  expect(await statusesOf(retailers[0]!)).toEqual([]);
  const ended = await call(transport, assignments.list, {
    retailerId: retailers[0]!,
    status: ["ended"],
    sort: "product",
    limit: 25,
    count: "none",
  });
  expect(ended.rows.map(({ product, status }) => [product.id, status])).toEqual([[products[0], "ended"]]);
  // The certificates of this file end with the year.
  house.clock.now = "2027-01-01T00:00:00.000Z";
  const [open] = (
    await call(transport, assignments.list, {
      retailerId: lasting.retailers[0]!,
      sort: "product",
      limit: 25,
      count: "none",
    })
  ).rows;
  expect(open).toMatchObject({ status: "active", findings: [{ reason: "HALAL_EXPIRED", isBlocking: true }] });
  await house.runJobs();
  expect(await statusesOf(lasting.retailers[0]!)).toMatchObject([{ status: "paused", pauseReason: "HALAL_EXPIRED" }]);
  const [{ marked }] = (await rowsOf<{ marked: number }>(
    house.db,
    sql`select count(*)::int as marked from assignments where id = ${row!.id}::uuid and ended_at is not null`,
  )) as [{ marked: number }];
  expect(marked).toBe(1);
});
