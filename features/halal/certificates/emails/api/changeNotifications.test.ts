import { afterAll, expect, test } from "vitest";
import type { Instant } from "#base/time.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { noticeWindowMs } from "#api/notices.ts";
import { testApi, type TestApi } from "#api/testing/testApi.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Change } from "#features/retail/assignments/contract/changes.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { sweepCertificates } from "#features/halal/certificates/validity/api/expiryJob.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { call } from "#web/call.ts";

let mailFails = false;
const app: TestApi = await testApi([certificatesFeature, assignmentsFeature], {
  ports: {
    mail: {
      canSend: true,
      send: async (email) => {
        if (mailFails) throw new Error("the mailbox is full");
        app.emails.push(email);
      },
    },
  },
});
afterAll(() => app.close());
const made = market(app.db);
const { transport } = await app.signIn("Reviewer", [
  "assignments.read",
  "assignments.update",
  "certificates.read",
  "certificates.suspend",
]);

const contact = "halal@shop.example";

/** A retailer whose contact has subscribed to notifications about certificates. */
async function retailerWithContact(email = contact): Promise<string> {
  const id = await made.retailer({ retailer_type_id: await made.type() });
  await made.insert("retailer_contacts", {
    retailer_id: id,
    name: "Halal desk",
    email,
    is_primary: true,
    notify: ["halal"],
    created_at: app.clock.now,
    updated_at: app.clock.now,
  });
  return id;
}

/** A certificate of a retailer that lists one product. */
async function heldBy(retailerId: string) {
  const product = await made.product({ brand_id: await made.brand(), category_id: await made.category() });
  const holder = { holder_type: "retailer", holder_retailer_id: retailerId };
  const id = await made.certificate({ body_id: await made.body(), ...holder });
  await made.line(id, product);
  return { id, product };
}

async function sell(retailerId: string, productId: string) {
  const target = { retailerIds: [retailerId], products: { ids: [productId] } };
  const change: Change = { kind: "assign", target, blocked: "leave_out" };
  const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
  await call(transport, assignments.apply, { change, fingerprint });
}

async function suspend(id: string) {
  const { version } = await call(transport, certificates.get, { id });
  const { fingerprint } = await call(transport, certificates.previewImpact, { id, step: "suspend" });
  return call(transport, certificates.suspend, { id, version, reason: "The register says so", fingerprint });
}

/** The emails that `work` has sent to the retailer's contact. */
async function sentTo(email: string, work: () => Promise<unknown>) {
  await app.sendNotices();
  app.emails.length = 0;
  await work();
  await app.sendNotices();
  return app.emails.filter(({ to }) => to === email);
}

const numberOf = async (id: string) => (await call(transport, certificates.get, { id })).certificateNo;

test("a retailer that holds a certificate is notified once, either of what it pauses or as the holder", async () => {
  const retailer = await retailerWithContact();
  const [sold, unsold] = [await heldBy(retailer), await heldBy(retailer)];
  await sell(retailer, sold.product);
  const ofUnsold = await sentTo(contact, () => suspend(unsold.id));
  expect(ofUnsold.map(({ subject }) => subject)).toEqual([
    expect.stringContaining(`Halal certificate ${await numberOf(unsold.id)} was suspended`),
  ]);
  const ofSold = await sentTo(contact, () => suspend(sold.id));
  expect(ofSold.map(({ text }) => text)).toEqual([
    expect.stringMatching(/- 1 product paused: .+ is suspended\n {2}.*The register says so/),
  ]);
  const { id, version } = await call(transport, certificates.get, { id: sold.id });
  const back = await sentTo(contact, () =>
    call(transport, certificates.reinstate, { id, version, reason: "It was a mistake" }),
  );
  expect(back.map(({ text }) => text)).toEqual([expect.stringMatching(/- 1 product resumed: /)]);
});

test("a retailer whose certificates expire is notified of each once, even if others of its own do too", async () => {
  const retailer = await retailerWithContact();
  const held = [await heldBy(retailer), await heldBy(retailer)];
  await sell(retailer, held[0]!.product);
  const numbers = await Promise.all(held.map(({ id }) => numberOf(id)));
  const before: Instant = app.clock.now;
  const reported = await sentTo(contact, () => {
    app.clock.now = "2027-01-02T00:00:00.000Z";
    return sweepCertificates(app.api.systemContext());
  });
  const about = numbers.map((number) => reported.filter(({ subject, text }) => `${subject} ${text}`.includes(number)));
  expect(about.map((emails) => emails.map(({ subject }) => subject.split(" · ")[0]))).toEqual([
    [expect.stringMatching(/^Product availability changed at /)],
    [`Halal certificate ${numbers[1]} has expired`],
  ]);
  app.clock.now = before;
});

test("a contact of both a brand and retailers gets one email for one change that affects both", async () => {
  const both = "everything@example.org";
  const shops = [await retailerWithContact(both), await retailerWithContact("Everything@example.org")];
  const foreign = await retailerWithContact();
  const brand = await made.brand({ contact_email: both });
  const category = await made.category();
  const holders = [{}, { holder_type: "brand", holder_brand_id: brand }];
  for (const holder of holders) {
    const product = await made.product({ brand_id: brand, category_id: category });
    const id = await made.certificate({ body_id: await made.body(), ...holder });
    await made.line(id, product);
    for (const shop of [...shops, foreign]) await sell(shop, product);
    const reported = await sentTo(both, () => suspend(id));
    expect(reported.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Halal certificate .+ was suspended/),
    ]);
    expect(reported[0]!.text).toContain("Paused: 1 product at 3 retailers.");
    for (const shop of shops)
      expect(reported[0]!.text).toMatch(new RegExp(`- Retailer \\d+: 1 product\n .+/assign-products/${shop}\n`));
    expect(reported[0]!.text).not.toContain(foreign);
    expect(app.emails.map(({ to }) => to).toSorted()).toEqual([both, contact].toSorted());

    const { version } = await call(transport, certificates.get, { id });
    const back = await sentTo(both, () =>
      call(transport, certificates.reinstate, { id, version, reason: "A mistake" }),
    );
    expect(back.map(({ text }) => text)).toEqual([expect.stringContaining("Resumed at your retailers:")]);

    const { now } = app.clock;
    const ended = await sentTo(both, () => {
      app.clock.now = "2027-01-02T00:00:00.000Z";
      return sweepCertificates(app.api.systemContext());
    });
    app.clock.now = now;
    expect(ended.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Halal certificate .+ has expired/)]);
    expect(ended[0]!.text).toContain("Paused at your retailers:");
  }
});

test("a contact of several retailers gets one email for one change", async () => {
  const chain = "chain@example.org";
  const shops = [await retailerWithContact(chain), await retailerWithContact(chain)];
  const product = await made.product({ brand_id: await made.brand(), category_id: await made.category() });
  const id = await made.certificate({ body_id: await made.body() });
  await made.line(id, product);
  for (const shop of shops) await sell(shop, product);
  const reported = await sentTo(chain, () => suspend(id));
  expect(reported).toHaveLength(1);
  for (const shop of shops) expect(reported[0]!.text).toContain(`/assign-products/${shop}\n`);
});

test("suspending and reinstating within minutes sends no email, or one if the final state differs", async () => {
  const brandEmail = "brand@again.example";
  const shopEmail = "shop@again.example";
  const retailer = await retailerWithContact(shopEmail);
  const brand = await made.brand({ contact_email: brandEmail });
  const product = await made.product({ brand_id: brand, category_id: await made.category() });
  const id = await made.certificate({ body_id: await made.body() });
  await made.line(id, product);
  await sell(retailer, product);
  const reinstate = async () => {
    const { version } = await call(transport, certificates.get, { id });
    return call(transport, certificates.reinstate, { id, version });
  };
  const backAndForth = async () => {
    for (let turn = 0; turn < 6; turn++) {
      await suspend(id);
      await reinstate();
      app.clock.advance(30_000);
    }
  };
  const sentToBoth = async (work: () => Promise<unknown>) => {
    const toBrand = await sentTo(brandEmail, work);
    return [toBrand, app.emails.filter(({ to }) => to === shopEmail)];
  };
  expect(await sentToBoth(backAndForth)).toEqual([[], []]);
  const [toBrand, toShop] = await sentToBoth(async () => {
    await backAndForth();
    await suspend(id);
  });
  expect(toBrand!.map(({ subject }) => subject)).toEqual([expect.stringContaining("was suspended")]);
  expect(toBrand![0]!.text).toContain("Paused: 1 product at 1 retailer.");
  expect(toShop!.map(({ text }) => text.match(/- 1 product (?:paused|resumed)/g))).toEqual([["- 1 product paused"]]);
});

test("an email about a certificate is sent after five minutes, and retried if the address rejects it", async () => {
  const email = "late@brand.example";
  const brand = await made.brand({ contact_email: email });
  const product = await made.product({ brand_id: brand, category_id: await made.category() });
  const id = await made.certificate({ body_id: await made.body() });
  await made.line(id, product);
  await app.sendNotices();
  app.emails.length = 0;
  await suspend(id);
  const sentAfter = async (ms: number) => {
    app.clock.advance(ms);
    await app.runJobs();
    return app.emails.filter(({ to }) => to === email).length;
  };
  expect(await sentAfter(noticeWindowMs - 1)).toBe(0);
  mailFails = true;
  expect(await sentAfter(60_000)).toBe(0);
  mailFails = false;
  expect(await sentAfter(30_000)).toBe(0);
  expect(await sentAfter(60_000)).toBe(1);
  expect(await sentAfter(60_000)).toBe(1);
});
