import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "#base/time.ts";
import { redemptionMarket, type RedemptionMarket } from "#api/testing/redemptionFactory.ts";
import { testApi, type TestApi } from "#api/testing/testApi.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { sweepCertificates } from "#features/halal/certificates/validity/api/expiryJob.ts";
import { eventColumns, recordCertificateEvents } from "#features/halal/certificates/record/api/events.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let shop: RedemptionMarket;
let staff: Transport;
let partner: Transport;
beforeAll(async () => {
  app = await testApi([certificatesFeature, promocodesFeature]);
  shop = await redemptionMarket(app.db, app.clock.now);
  const grants = ["promocodes.read", "certificates.read", "certificates.suspend", "certificates.withdraw"];
  staff = (await app.signIn("Staff", grants)).transport;
  partner = (await app.signIn("Partner", ["promocodes.read"])).transport;
});
afterAll(() => app.close());

const certified = (count: number) => shop.rows.certified(count);
/** Lets a certificate end with today. */
async function lastDayIsToday(certificate: string): Promise<void> {
  const today = app.clock.now.slice(0, 10);
  await app.db.execute(sql`update certificates set expires_on = ${today}::date where id = ${certificate}`);
}
const lostOf = async (id: string, reader: Transport = staff) =>
  (await call(reader, promocodes.get, { id })).lostCertificates;
const naming = (field: "products" | "brands" | "categories", ids: string[], effect?: Terms["effect"]) =>
  shop.campaign({ conditions: [{ field, operator: "in", ids }], ...(effect ? { effect } : {}) });

async function suspend(id: string): Promise<void> {
  const { version } = await call(staff, certificates.get, { id });
  const { fingerprint } = await call(staff, certificates.previewImpact, { id, step: "suspend" });
  await call(staff, certificates.suspend, { id, version, reason: "The register says so", fingerprint });
}

describe("a promocode’s page", () => {
  test("says nothing while all certificates are valid, or if no product is named", async () => {
    const { products } = await certified(2);
    expect(await lostOf((await naming("products", products)).id)).toBeNull();
    expect(await lostOf((await shop.campaign()).id)).toBeNull();
    expect(await lostOf((await naming("products", [shop.product])).id)).toBeNull();
  });

  test("names the certificate that some of its products lost, and says when none is left", async () => {
    const [one, other] = [await certified(2), await certified(1)];
    const { id } = await naming("products", [...one.products, ...other.products]);
    await suspend(one.certificate);
    expect(await lostOf(id)).toEqual({
      productsLost: 2,
      productsChecked: 3,
      isPartial: false,
      givesNothing: false,
      certificates: [expect.objectContaining({ id: one.certificate, reason: "suspended", products: 2 })],
    });
    await suspend(other.certificate);
    expect(await lostOf(id)).toMatchObject({ productsLost: 3, givesNothing: true });
  });

  test("computes it by the clock, before any job has run", async () => {
    const { certificate, products } = await certified(1);
    await lastDayIsToday(certificate);
    const { id } = await naming("products", products);
    expect(await lostOf(id)).toBeNull();
    app.clock.advance(dayMs);
    expect(await lostOf(id)).toMatchObject({
      givesNothing: true,
      certificates: [{ id: certificate, reason: "expired" }],
    });
  });

  test("says it of brands and categories, of free items and of each part of a bundle", async () => {
    const [one, other] = [await certified(1), await certified(1)];
    const [item] = one.products;
    const [rest] = other.products;
    const ids = await Promise.all(
      ["brand_id", "category_id"].map(async (column) => {
        const found = await app.db.execute(sql`select ${sql.raw(column)} as id from products where id = ${item}`);
        return (found as { rows: { id: string }[] }).rows[0]!.id;
      }),
    );
    const made = [
      await naming("brands", [ids[0]!]),
      await naming("categories", [ids[1]!]),
      await naming("products", [rest!], { kind: "item", productIds: [item!], quantity: 1, bps: 10_000 }),
      await shop.campaign({
        effect: {
          kind: "bundle",
          parts: [
            { productIds: [item!], quantity: 1 },
            { productIds: [rest!], quantity: 1 },
          ],
          priceMinor: 100,
          timesMax: null,
        },
      }),
    ];
    await suspend(one.certificate);
    const lost = await Promise.all(made.map(({ id }) => lostOf(id)));
    expect(lost.map((each) => each?.givesNothing)).toEqual([true, true, true, true]);
    expect(lost.map((each) => each?.productsLost)).toEqual([1, 1, 1, 1]);
  });

  test("names no certificate to readers who may not see it", async () => {
    const { certificate, products } = await certified(1);
    const { id } = await naming("products", products);
    await suspend(certificate);
    expect(await lostOf(id, partner)).toMatchObject({ productsLost: 1, givesNothing: true, certificates: [] });
  });

  test("says nothing of a promocode that has ended", async () => {
    const { certificate, products } = await certified(1);
    const { id } = await naming("products", products);
    await suspend(certificate);
    await app.db.execute(sql`update campaigns set ends_at = ${app.clock.now}::timestamptz where id = ${id}`);
    expect(await lostOf(id)).toBeNull();
  });
});

describe("the owner of a promocode whose products have all lost their certificate", () => {
  async function owned(products: string[]) {
    const { id } = await naming("products", products);
    const brandEmail = `${id}@brand.example`;
    const brand = await shop.rows.brand({ contact_email: brandEmail });
    await app.db.execute(sql`update campaigns set owner_brand_id = ${brand} where id = ${id}`);
    const sent = async () => {
      await app.sendNotices();
      return app.emails.splice(0).filter(({ to }) => to === brandEmail);
    };
    return { id, sent };
  }
  async function reinstate(certificate: string): Promise<void> {
    await recordCertificateEvents(
      app.api.systemContext(),
      "reinstated",
      sql`affected as (update certificates set state = 'verified', state_reason = null where id = ${certificate}
                       returning ${eventColumns})`,
    );
  }

  test("gets one email when the last one is suspended, and none while one is left", async () => {
    const [one, other] = [await certified(1), await certified(1)];
    const { id, sent } = await owned([...one.products, ...other.products]);
    await suspend(one.certificate);
    expect(await sent()).toEqual([]);
    await suspend(other.certificate);
    const [email, ...more] = await sent();
    expect(more).toEqual([]);
    expect(email!.subject).toContain("no product can be promoted");
    expect(email!.text).toContain("None of the 2 products that it’s limited to has a valid halal certificate now.");
    expect(email!.text).toContain(`/apps/promocode/promocodes/${id}`);
    expect(await sent()).toEqual([]);
  });

  test("gets it when the last one expires, once however often the job runs", async () => {
    const { certificate, products } = await certified(2);
    await lastDayIsToday(certificate);
    const { sent } = await owned(products);
    app.clock.advance(dayMs);
    await sweepCertificates(app.api.systemContext());
    await sweepCertificates(app.api.systemContext());
    expect(await sent()).toHaveLength(1);
  });

  test("gets none for a preview, nor if a product got its certificate back within minutes", async () => {
    const { certificate, products } = await certified(1);
    const { sent } = await owned(products);
    await call(staff, certificates.previewImpact, { id: certificate, step: "suspend" });
    expect(await sent()).toEqual([]);
    await suspend(certificate);
    await reinstate(certificate);
    expect(await sent()).toEqual([]);
    await suspend(certificate);
    expect(await sent()).toHaveLength(1);
  });
});
