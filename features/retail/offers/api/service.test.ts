import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { padGtin } from "#base/gtin.ts";
import { dayMs } from "#base/time.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { offersFeature } from "#features/retail/offers/api/routes.ts";
import { type Offer, offers } from "#features/retail/offers/contract.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { call, type Transport } from "#web/call.ts";

// Whitechapel, and a location 170 km away.
const whitechapel = { lat: 51.5195, lng: -0.0601 };
const birmingham = { lat: 52.4862, lng: -1.8904 };

let app: TestApi;
let consumer: Transport;
const id = {
  brand: newId(),
  meat: newId(),
  pens: newId(),
  category: newId(),
  stationery: newId(),
  type: newId(),
  near: newId(),
  far: newId(),
  nearShop: newId(),
  farShop: newId(),
  hmc: newId(),
  hfa: newId(),
  certificate: newId(),
};
const gtin = "09521000000070";

beforeAll(async () => {
  app = await testApi([offersFeature, retailersFeature]);
  const key = await app.signIn("App", ["offers.read"]);
  Object.assign(key.actor, { kind: "apiKey" });
  consumer = key.transport;
  await app.db.execute(worldOf(app.clock.now));
});
afterAll(() => app.close());

const ask = (changed: Partial<Input<typeof offers.list>> = {}) =>
  call(consumer, offers.list, { ...whitechapel, radius: 10, limit: 50, ...changed });
const shown = ({ product, location, cashback }: Offer) => [product.name, location.name, cashback.bps];
const namesOf = async (changed: Partial<Input<typeof offers.list>> = {}) =>
  (await ask(changed)).rows.map(({ product }) => product.name).toSorted();

describe("offers near a point", () => {
  test("are the promotable ones, the nearest first, with price, cashback, hours and proof", async () => {
    const { rows, next } = await ask({ radius: 100, ...birmingham, lat: 52.0 });
    expect(next).toBeNull();
    expect(rows.map(shown)).toEqual([["Lamb shoulder", "Bull Ring", 250]]);
    // The retailer's hours, because the location has none of its own.
    expect(rows[0]!.location.country).toBe("GB");
    const here = await ask();
    expect(here.rows).toHaveLength(2);
    const lamb = here.rows.find(({ product }) => product.gtin === gtin)!;
    expect(lamb).toMatchObject({
      price: { amountMinor: 1250, currency: "GBP" },
      cashback: { bps: 400, fixedMinor: null, capMinor: null },
      location: { address: "1 Demo Road, London", openness: { isOpen: true, changesAt: "2026-11-20T17:00:00.000Z" } },
      certificate: {
        certificateNo: "DEMO-1",
        body: { acronym: "HMC" },
        stunningPolicy: "none",
        standards: ["MS 1500:2019", "SJPH"],
      },
    });
    expect(lamb.location.distanceM).toBeLessThan(200);
    expect(here.rows.find(({ product }) => product.name === "Pens")!.certificate).toBeNull();
  });

  test("can be filtered by what a consumer accepts; products that need no certificate stay", async () => {
    expect(await namesOf({ body: ["hmc"] })).toEqual(["Lamb shoulder", "Pens"]);
    expect(await namesOf({ body: ["HFA"] })).toEqual(["Pens"]);
    expect(await namesOf({ stunning: "none" })).toEqual(["Lamb shoulder", "Pens"]);
    for (const stated of ["reversible", "not_applicable", "unknown"]) {
      await app.db.execute(sql`update certificates set stunning_policy = ${stated} where id = ${id.certificate}`);
      expect(await namesOf({ stunning: "none" }), stated).toEqual(["Pens"]);
    }
    await app.db.execute(sql`update certificates set stunning_policy = 'none' where id = ${id.certificate}`);
  });

  test("have a proof that is accepted and recognised there, and are left out where only another certificate would do", async () => {
    const second = newId();
    const proofOf = async (changed: Partial<Input<typeof offers.list>> = {}) =>
      (await ask(changed)).rows.find(({ product }) => product.gtin === gtin)?.certificate?.certificateNo ?? null;
    await app.db.execute(secondCertificate(second));
    const proofs = async () =>
      Promise.all([
        proofOf(),
        proofOf({ body: ["HMC"] }),
        proofOf({ body: ["HFA", "HMC"] }),
        proofOf({ stunning: "none" }),
        proofOf({ body: ["HFA"], stunning: "none" }),
      ]);
    // The second is valid longer, and covers stunned animals.
    expect(await proofs()).toEqual(["DEMO-2", "DEMO-1", "DEMO-2", "DEMO-1", null]);
    const listed = newId();
    await app.db.execute(sql`
      insert into body_recognitions (id, market, body_id, recognised_by) values (${listed}, 'GB', ${id.hfa}, 'Demo')`);
    expect(await proofs()).toEqual(["DEMO-2", null, "DEMO-2", null, null]);
    await app.db.execute(sql`update recognition_policies set policy = 'warn' where market = 'GB'`);
    expect(await proofs()).toEqual(["DEMO-2", "DEMO-1", "DEMO-2", "DEMO-1", null]);
    // The market still has a list after its entries end, so nothing is proved again.
    await app.db.execute(sql`update recognition_policies set policy = 'block' where market = 'GB'`);
    await app.db.execute(sql`update body_recognitions set valid_to = '2026-11-19' where id = ${listed}`);
    expect(await proofs()).toEqual([null, null, null, null, null]);
    await app.db.execute(sql`delete from recognition_policies`);
    await app.db.execute(sql`delete from body_recognitions where id = ${listed}`);
    await app.db.execute(sql`delete from certificate_products where certificate_id = ${second}`);
  });

  test("end at the same instant as the certificate, whatever the assignment says", async () => {
    app.clock.now = "2026-11-30T23:59:59.999Z";
    expect(await namesOf()).toEqual(["Lamb shoulder", "Pens"]);
    app.clock.now = "2026-12-01T00:00:00.000Z";
    expect(await namesOf()).toEqual(["Pens"]);
    app.clock.now = "2026-11-20T09:00:00.000Z";
  });

  test("appear once at a location, with the terms of that location", async () => {
    const own = newId();
    const lamb = async () =>
      (await ask()).rows.filter(({ product }) => product.gtin === gtin).map(({ cashback }) => cashback);
    await app.db.execute(sql`
      insert into assignments (id, retailer_id, product_id, location_id, status, cashback_mode, cashback_bps, currency,
                               cashback_cap_minor, starts_at, created_at, updated_at)
      select ${own}::uuid, retailer_id, product_id, ${id.near}::uuid, 'active', 'bps', 100, 'GBP', 300, starts_at, starts_at, starts_at
        from assignments where product_id = ${id.meat} and retailer_id = ${id.nearShop}`);
    expect(await lamb()).toEqual([{ bps: 100, fixedMinor: null, capMinor: 300 }]);
    await app.db.execute(sql`
      update assignments set status = 'paused', pause_source = 'manual', pause_reason = 'being refitted', paused_at = now() where id = ${own}`);
    expect(await lamb()).toEqual([]);
    await app.db.execute(sql`delete from assignments where id = ${own}`);
    expect(await lamb()).toEqual([{ bps: 400, fixedMinor: null, capMinor: null }]);
    const give = (mode: "inherit" | "bps", bps: number | null) =>
      app.db.execute(sql`
        update assignments set cashback_mode = ${mode}, cashback_bps = ${bps} where product_id = ${id.meat}`);
    await give("inherit", null);
    await app.db.execute(sql`update products set cashback_bps = 250 where id = ${id.meat}`);
    expect(await lamb()).toEqual([{ bps: 250, fixedMinor: null, capMinor: null }]);
    await give("bps", 400);
  });

  test("come in pages without gaps or duplicates", async () => {
    const first = await ask({ limit: 1 });
    const second = await ask({ limit: 1, cursor: first.next! });
    expect([first.rows.length, second.rows.length, second.next]).toEqual([1, 1, null]);
    expect(first.rows[0]!.assignmentId).not.toBe(second.rows[0]!.assignmentId);
    expect((await refusalOf(ask({ cursor: "1_2_3" }))).code).toBe("invalid_cursor");
  });

  test("continue across the date line and the poles", async () => {
    await app.db.execute(sql`update retailer_locations set latitude = -16.5, longitude = 179.99 where id = ${id.near}`);
    expect((await ask({ lat: -16.5, lng: -179.99 })).rows).toHaveLength(2);
    await app.db.execute(sql`update retailer_locations set latitude = 89.99, longitude = 10 where id = ${id.near}`);
    expect((await ask({ lat: 89.99, lng: -170 })).rows).toHaveLength(2);
    await app.db.execute(sql`
      update retailer_locations set latitude = ${whitechapel.lat}, longitude = ${whitechapel.lng} where id = ${id.near}`);
  });
});

describe("retailer locations near a point", () => {
  const near = `${whitechapel.lat},${whitechapel.lng}`;
  /** At the address promised to API clients, which returns the staff's list to users who may read that. */
  const shops = (changed: Partial<Input<typeof offers.retailers>> = {}) =>
    call(consumer, { ...offers.retailers, path: "/api/v1/retailers" }, { near, limit: 50, ...changed });
  const namesNear = async (text = near) => (await shops({ near: text })).rows.map(({ location }) => location.name);

  test("are returned to a key that reads only offers, the nearest first, without internal fields", async () => {
    const { rows } = await shops({ near: `51.9,-0.9,100` });
    expect(rows.map(({ location }) => [location.name, location.country])).toEqual([
      ["High Street", "GB"],
      ["Bull Ring", "GB"],
    ]);
    expect(rows[0]!.location.distanceM).toBeLessThan(rows[1]!.location.distanceM);
    expect(rows[0]!.retailer).toEqual({
      code: expect.stringMatching(/^RET-/),
      name: "Demo Souk Whitechapel",
      nameI18n: {},
      website: null,
      type: { code: "GROCERY", name: "Grocery", nameI18n: {} },
    });
    expect(await shops()).toEqual(await call(consumer, offers.retailers, { near, limit: 50 }));
    // Without a radius: ten kilometres.
    expect(await namesNear()).toEqual(["High Street"]);
    const staff = await app.signIn("Aisyah", ["retailers.read", "offers.read"]);
    const list = await call(staff.transport, retailers.list, { sort: "name", limit: 25, count: "exact" });
    expect(list).toMatchObject({ total: { count: 2 }, rows: [{ kycStatus: "not_started" }, {}] });
  });

  test("are open locations of active retailers that are not hidden", async () => {
    const states = [
      sql`update retailers set visibility = 'hidden' where id = ${id.nearShop}`,
      sql`update retailers set visibility = 'public', status = 'suspended', status_reason = 'x' where id = ${id.nearShop}`,
      sql`update retailers set status = 'draft', status_reason = null where id = ${id.nearShop}`,
      sql`with again as (update retailers set status = 'active' where id = ${id.nearShop})
          update retailer_locations set status = 'temporarily_closed' where id = ${id.near}`,
    ];
    for (const state of states) {
      await app.db.execute(state);
      expect(await namesNear()).toEqual([]);
    }
    await app.db.execute(sql`update retailer_locations set status = 'open' where id = ${id.near}`);
    expect(await namesNear()).toEqual(["High Street"]);
  });

  test("include the hours of the season and the closures", async () => {
    const hoursNow = async () =>
      (await shops()).rows.map(({ hours, location }) => ({ hours, ...location.openness }))[0]!;
    const regular = await hoursNow();
    expect(regular).toMatchObject({
      isOpen: true,
      hours: { timeZone: "Europe/London", season: "regular", closings: [] },
    });
    expect(regular.hours!.spans).toHaveLength(7);
    await app.db.execute(sql`
      insert into retailer_hours (location_id, season, weekday, opens, closes, closes_next_day)
      values (${id.near}, 'ramadan', 1, '19:00', '02:00', true)`);
    // A Monday of Ramadan 1448.
    app.clock.now = "2027-02-15T20:00:00.000Z";
    const ramadan = await hoursNow();
    expect(ramadan).toMatchObject({ isOpen: true, changesAt: "2027-02-16T02:00:00.000Z" });
    expect(ramadan.hours).toMatchObject({
      season: "ramadan",
      spans: [{ weekday: 1, opens: "19:00", closes: "02:00", closesNextDay: true }],
    });
    await app.db.execute(sql`
      insert into retailer_closures (id, retailer_id, kind, starts_on, ends_on, reason, created_at, updated_at)
      values (${newId()}, ${id.nearShop}, 'dates', '2027-02-10', '2027-02-15', 'Stocktaking', now(), now()),
             (${newId()}, ${id.nearShop}, 'dates', '2027-01-01', '2027-01-01', 'New Year', now(), now())`);
    const closed = await hoursNow();
    // The overnight hours of the last closed day continue after midnight, so it opens then.
    expect(closed).toMatchObject({ isOpen: false, changesAt: "2027-02-16T00:00:00.000Z" });
    expect(closed.hours!.closings).toEqual([{ kind: "dates", startsOn: "2027-02-10", endsOn: "2027-02-15" }]);
    app.clock.now = "2026-11-20T09:00:00.000Z";
    await app.db.execute(sql`delete from retailer_closures`);
  });

  test("come in pages without gaps or duplicates", async () => {
    const first = await shops({ near: "51.9,-0.9,100", limit: 1 });
    const second = await shops({ near: "51.9,-0.9,100", limit: 1, cursor: first.next! });
    expect([...first.rows, ...second.rows].map(({ location }) => location.name)).toEqual(["High Street", "Bull Ring"]);
    expect(second.next).toBeNull();
    expect((await refusalOf(shops({ cursor: `${first.next}_${newId()}` }))).code).toBe("invalid_cursor");
  });

  test("require a point", async () => {
    for (const wrong of ["", "x", "91,0", "0,181", "0,0,0", "0,0,101", "1,2,3,4"]) {
      const { code, errors } = await refusalOf(shops({ near: wrong }));
      expect([code, errors.map((error) => [error.path, error.code])]).toEqual(["invalid_input", [["near", "near"]]]);
      expect(errors[0]!.message).toBe("Enter latitude, longitude and kilometres, for example 51.5155,-0.0722,5.");
    }
  });
});

describe("the halal status of a product", () => {
  test("names certificates, how they are verified, and whether a market recognises the certifier", async () => {
    const known = await call(consumer, offers.halal, { gtin: "9521000000070", market: "GB" });
    expect(known).toMatchObject({
      state: "expiring",
      product: { gtin, name: "Lamb shoulder", brand: "Crescent Vale Demo Butchers Co" },
      certificates: [
        {
          certificateNo: "DEMO-1",
          evidenceLevel: "document_only",
          lookupUrl: "https://hmc.example/?no=DEMO-1",
          expiresOn: "2026-11-30",
          // This market's list is undecided.
          recognition: "unknown",
          isRecognised: null,
          isReviewOverdue: false,
        },
      ],
      last: null,
    });
    await app.db.execute(sql`
      insert into body_recognitions (id, market, body_id, recognised_by) values (${newId()}, 'SA', ${id.hfa}, 'SFDA')`);
    const inSaudi = async () =>
      (await call(consumer, offers.halal, { gtin, market: "SA" })).certificates.map(({ recognition, isRecognised }) => [
        recognition,
        isRecognised,
      ]);
    expect(await inSaudi()).toEqual([["not_recognised", false]]);
    await app.db.execute(sql`update body_recognitions set valid_to = '2026-11-19' where market = 'SA'`);
    expect(await inSaudi()).toEqual([["not_recognised", false]]);
    await app.db.execute(sql`delete from body_recognitions where market = 'SA'`);
    expect(await inSaudi()).toEqual([["not_recognised", false]]);
    const requested = await call(consumer, offers.halal, { gtin });
    expect(requested.certificates[0]).toMatchObject({ recognition: null, isRecognised: null });
  });

  test("returns the last certificate if none is valid now", async () => {
    app.clock.advance(30 * dayMs);
    const known = await call(consumer, offers.halal, { gtin });
    expect(known).toMatchObject({
      state: "expired",
      certificates: [],
      last: { certificateNo: "DEMO-1", standing: "expired", heldUntil: "2026-12-01T00:00:00.000Z" },
    });
    app.clock.advance(-30 * dayMs);
  });

  test("is not found for an unknown GTIN, and an invalid one is reported", async () => {
    expect((await refusalOf(call(consumer, offers.halal, { gtin: padGtin("95210018") }))).code).toBe("not_found");
    const { code, errors } = await refusalOf(call(consumer, offers.halal, { gtin: "9521000000071" }));
    expect([code, errors.map(({ path, message }) => [path, message])]).toEqual([
      "invalid_input",
      [["gtin", "The check digit is wrong: a digit is missing or mistyped."]],
    ]);
  });
});

function worldOf(now: string) {
  const made = sql`${now}::timestamptz, ${now}::timestamptz`;
  return sql`
    with brand as (
      insert into brands (id, name, name_key, sort_key, words, country, contact_email, default_currency, status, created_at, updated_at)
      values (${id.brand}::uuid, 'Crescent Vale Demo Butchers Co', 'crescent', 'crescent', 'crescent', 'GB', 'a@b.example', 'GBP', 'active', ${made})),
    category as (
      insert into categories (id, slug, name, name_key, sort_key, position, depth, halal_relevance, effective_halal_relevance, status, words, created_at, updated_at)
      values (${id.category}::uuid, 'meat', 'Meat', 'meat', 'meat', 0, 1, 'required', 'required', 'active', 'meat', ${made}),
             (${id.stationery}::uuid, 'stationery', 'Stationery', 'stationery', 'stationery', 1, 1, 'not_applicable', 'not_applicable', 'active', 'stationery', ${made})),
    product as (
      insert into products (id, brand_id, category_id, name, sort_key, gtin, no_barcode_reason, contains_meat, rrp_minor, rrp_currency, status, words, created_at, updated_at)
      values (${id.meat}::uuid, ${id.brand}::uuid, ${id.category}::uuid, 'Lamb shoulder', 'lamb', ${gtin}, null, true, 1250, 'GBP', 'published', 'lamb', ${made}),
             (${id.pens}::uuid, ${id.brand}::uuid, ${id.stationery}::uuid, 'Pens', 'pens', null, 'Sold loose', false, null, null, 'published', 'pens', ${made})),
    type as (
      insert into retailer_types (id, code, name, name_key, sort_key, channel, certificate_policy, kyc_level, default_cashback_bps, max_cashback_bps, pending_days, status, words, created_at, updated_at)
      values (${id.type}::uuid, 'GROCERY', 'Grocery', 'grocery', 'grocery', 'both', 'require_product', 'none', 250, 500, 14, 'active', 'grocery', ${made})),
    shop as (
      insert into retailers (id, retailer_type_id, trading_name, sort_key, country, timezone, status, words, created_at, updated_at)
      values (${id.nearShop}::uuid, ${id.type}::uuid, 'Demo Souk Whitechapel', 'souk', 'GB', 'Europe/London', 'active', 'souk', ${made}),
             (${id.farShop}::uuid, ${id.type}::uuid, 'Demo Souk Birmingham', 'souk b', 'GB', 'Europe/London', 'active', 'souk', ${made})),
    place as (
      insert into retailer_locations (id, retailer_id, name, address_line_1, city, country, latitude, longitude, is_primary, created_at, updated_at)
      values (${id.near}::uuid, ${id.nearShop}::uuid, 'High Street', '1 Demo Road', 'London', 'GB', ${whitechapel.lat}, ${whitechapel.lng}, true, ${made}),
             (${id.far}::uuid, ${id.farShop}::uuid, 'Bull Ring', null, 'Birmingham', null, ${birmingham.lat}, ${birmingham.lng}, true, ${made})),
    hours as (
      insert into retailer_hours (location_id, season, weekday, opens, closes, closes_next_day)
      select ${id.near}::uuid, 'regular', weekday, '09:00', '17:00', false from generate_series(0, 6) as weekday),
    body as (
      insert into certifying_bodies (id, acronym, name, sort_key, country, kind, registry_lookup_template, status, words, created_at, updated_at)
      values (${id.hmc}::uuid, 'HMC', 'Halal Monitoring Committee', 'hmc', 'GB', 'ngo', 'https://hmc.example/?no={number}', 'active', 'hmc', ${made}),
             (${id.hfa}::uuid, 'HFA', 'Halal Food Authority', 'hfa', 'GB', 'ngo', null, 'active', 'hfa', ${made})),
    standard as (
      insert into halal_standards (id, code, edition, title, owner, status, created_at, updated_at)
      values (${id.type}::uuid, 'MS 1500', '2019', 'Halal food', 'DSM', 'active', ${made}),
             (${id.brand}::uuid, 'SJPH', 'not stated', 'Halal product assurance', 'BPJPH', 'active', ${made})),
    certificate as (
      insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_brand_id, holder_name,
                                issued_on, valid_from, expires_on, validity_basis, timezone, stunning_policy, state, state_changed_at,
                                submitted_by, verified_at, verified_by, verification_method, verified_sha256, sort_key, words, created_at, updated_at)
      values (${id.certificate}::uuid, ${id.hmc}::uuid, 'DEMO-1', 'DEMO1', 'product', 'brand', ${id.brand}::uuid, 'Crescent Vale',
              '2025-12-01', '2025-12-01', '2026-11-30', 'dated', 'Europe/London', 'none', 'verified', ${now}::timestamptz,
              ${newId()}::uuid, ${now}::timestamptz, ${newId()}::uuid, 'document', repeat('a', 64), 'crescent', 'demo', ${made})),
    named as (
      insert into certificate_standards (certificate_id, standard_id)
      values (${id.certificate}::uuid, ${id.type}::uuid), (${id.certificate}::uuid, ${id.brand}::uuid)),
    line as (
      insert into certificate_products (id, certificate_id, product_id, name_on_certificate)
      values (${newId()}::uuid, ${id.certificate}::uuid, ${id.meat}::uuid, 'Lamb'))
    insert into assignments (id, retailer_id, product_id, location_id, status, cashback_mode, cashback_bps, starts_at, created_at, updated_at)
    values (${newId()}::uuid, ${id.nearShop}::uuid, ${id.meat}::uuid, null, 'active', 'bps', 400, ${now}::timestamptz, ${made}),
           (${newId()}::uuid, ${id.nearShop}::uuid, ${id.pens}::uuid, ${id.near}::uuid, 'active', 'inherit', null, ${now}::timestamptz, ${made}),
           (${newId()}::uuid, ${id.farShop}::uuid, ${id.meat}::uuid, null, 'active', 'inherit', null, ${now}::timestamptz, ${made})`;
}

/** From another certifier, for the same product, and valid a year longer. */
const secondCertificate = (certificate: string) => sql`
  with second as (
    insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_brand_id, holder_name,
                              issued_on, valid_from, expires_on, validity_basis, timezone, stunning_policy, state, state_changed_at,
                              submitted_by, verified_at, verified_by, verification_method, verified_sha256, sort_key, words, created_at, updated_at)
    select ${certificate}::uuid, ${id.hfa}::uuid, 'DEMO-2', 'DEMO2', kind, holder_type, holder_brand_id, holder_name,
           issued_on, valid_from, '2027-11-30', validity_basis, timezone, 'reversible', state, state_changed_at,
           submitted_by, verified_at, verified_by, verification_method, verified_sha256, sort_key, words, created_at, updated_at
      from certificates where id = ${id.certificate}::uuid
    returning id)
  insert into certificate_products (id, certificate_id, product_id, name_on_certificate)
  select ${newId()}::uuid, second.id, ${id.meat}::uuid, 'Lamb' from second`;
