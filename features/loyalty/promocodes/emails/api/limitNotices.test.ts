import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Email } from "#api/ports.ts";
import { limitedTo, redemptionMarket, type RedemptionMarket, withKey } from "#api/testing/redemptionFactory.ts";
import { testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { promocodesHome } from "#features/loyalty/promocodes/api/service/home.ts";
import { setCampaignCaps } from "#features/loyalty/promocodes/api/service/statements.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { notifyOfLimits } from "#features/loyalty/promocodes/emails/api/limitNotices.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let shop: RedemptionMarket;
let till: Transport;
beforeAll(async () => {
  app = await testApi([promocodesFeature]);
  shop = await redemptionMarket(app.db, app.clock.now);
  till = (await app.signIn("Till", ["redemptions.create", "redemptions.rollback"])).transport;
});
afterAll(() => app.close());

const redeem = (code: string) => call(withKey(till), redemptionCalls.redeem, shop.order([code]));
async function redeemTimes(code: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await redeem(code);
}

/** The next live version of a campaign, with its submitter and approver. */
async function publish(
  id: string,
  people: { readonly submittedBy?: string; readonly approvedBy?: string },
  limits: Partial<Terms["limits"]> = {},
): Promise<void> {
  await app.db.execute(sql`
    insert into campaign_versions (campaign_id, number, terms, submitted_by, approved_by, approved_at)
    select id, live_version + 1, draft || jsonb_build_object('limits', (draft -> 'limits') || ${JSON.stringify(limits)}::jsonb),
           ${people.submittedBy ?? null}::uuid, ${people.approvedBy ?? null}::uuid, ${app.clock.now}::timestamptz
      from campaigns where id = ${id}`);
  await app.db.execute(sql`update campaigns set live_version = live_version + 1 where id = ${id}`);
  if (limits.total === undefined) return;
  const ctx = app.api.systemContext();
  await setCampaignCaps(ctx, id, { uses: limits.total, budget: limits.budgetMinor ?? null, largestCost: 0 });
}

/** A limited promocode of a brand, with the user who submitted it. */
async function promocode(limits: Partial<Terms["limits"]>) {
  const made = await shop.campaign(limitedTo(limits));
  const brandEmail = `${made.id}@brand.example`;
  const brand = await shop.rows.brand({ contact_email: brandEmail });
  await app.db.execute(sql`update campaigns set owner_brand_id = ${brand} where id = ${made.id}`);
  const { actor } = await app.signIn(`Submitter of ${made.id}`, ["promocodes.read"]);
  await publish(made.id, { submittedBy: actor.userId });
  return { ...made, brand, brandEmail, submitter: actor };
}

/** The emails that are sent now, about one promocode. */
async function sentAbout(id: string): Promise<Email[]> {
  await app.db.execute(
    sql`update jobs set run_at = ${app.clock.now}::timestamptz where kind = 'promocodes.notifyOfLimits'`,
  );
  await app.sendNotices();
  return app.emails.splice(0).filter(({ text }) => text.includes(id));
}
const addressesOf = (emails: readonly Email[]) => emails.map(({ to }) => to).toSorted();

describe("the people responsible for a promocode", () => {
  test("get an email at 80 percent of its uses and one when all are taken, each once", async () => {
    const { id, code, brandEmail, submitter } = await promocode({ total: 5 });
    await redeemTimes(code, 3);
    expect(await sentAbout(id)).toEqual([]);
    await redeem(code);
    const first = await sentAbout(id);
    expect(addressesOf(first)).toEqual([brandEmail, submitter.email].toSorted());
    for (const { subject, text } of first) {
      expect(subject).toMatch(/^PROMO-\d+: 80% of its uses taken · .*استُهلك 80% من مرات الاستخدام$/);
      expect(text).toContain("4 of 5 uses are taken");
      expect(text).toContain(`/apps/promocode/promocodes/${id}`);
    }
    expect(first.find(({ to }) => to === submitter.email)!.text).toContain("because you submitted it");
    expect(await sentAbout(id)).toEqual([]);
    await redeem(code);
    expect((await sentAbout(id)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("all its uses taken"),
      expect.stringContaining("all its uses taken"),
    ]);
    expect(await sentAbout(id)).toEqual([]);
  });

  test("get one email if one redemption jumps over both steps of both limits", async () => {
    const { id, code, brandEmail } = await promocode({ total: 1, budgetMinor: 200 });
    await redeem(code);
    const emails = (await sentAbout(id)).filter(({ to }) => to === brandEmail);
    expect(emails).toHaveLength(1);
    expect(emails[0]!.subject).toMatch(/the budget is used up, all its uses taken ·/);
    expect(emails[0]!.text).toContain("GBP 2.00 of GBP 2.00 is used");
    expect(emails[0]!.text).not.toContain("80%");
    const marks = await rowsOf(
      app.db,
      sql`select about, percent from campaign_notices where campaign_id = ${id} order by about, percent`,
    );
    expect(marks).toEqual([
      { about: "budget", percent: 80 },
      { about: "budget", percent: 100 },
      { about: "uses", percent: 80 },
      { about: "uses", percent: 100 },
    ]);
  });

  test("are told of what is reserved, and not again after it was released and taken again", async () => {
    const { id, code } = await promocode({ budgetMinor: 1000 });
    const held = [];
    for (let time = 0; time < 4; time++)
      held.push(await call(withKey(till), redemptionCalls.reserve, { ...shop.order([code]), minutes: 60 }));
    expect((await sentAbout(id)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("80% of the budget used"),
      expect.stringContaining("80% of the budget used"),
    ]);
    await call(withKey(till), redemptionCalls.release, { id: held[0]!.redemptions[0]!.id });
    expect(await sentAbout(id)).toEqual([]);
    await redeem(code);
    expect(await sentAbout(id)).toEqual([]);
  });

  test("are told again of a new version, by its own limit", async () => {
    const { id, code, submitter } = await promocode({ total: 5 });
    await redeemTimes(code, 4);
    await sentAbout(id);
    await publish(id, { submittedBy: submitter.userId }, { total: 10 });
    expect(await sentAbout(id)).toEqual([]);
    await redeemTimes(code, 4);
    expect((await sentAbout(id))[0]!.text).toContain("8 of 10 uses are taken");
  });

  test("are told once by two servers at the same moment, and after a restart", async () => {
    const { id, code, brandEmail, submitter } = await promocode({ total: 1 });
    await redeem(code);
    const ctx = app.api.systemContext();
    await Promise.all([notifyOfLimits(ctx), notifyOfLimits(ctx), notifyOfLimits(ctx)]);
    await notifyOfLimits(ctx);
    expect(addressesOf(await sentAbout(id))).toEqual([brandEmail, submitter.email].toSorted());
  });

  test("don’t include users who left or lost access: the approver is told instead", async () => {
    const { id, code, submitter, brandEmail } = await promocode({ total: 1 });
    const { actor: outside } = await app.signIn(
      "Outside",
      ["promocodes.read@scope"],
      [{ kind: "brand", target: shop.brand }],
    );
    const { actor: approver } = await app.signIn("Approver", ["promocodes.read", "promocodes.approve"]);
    await publish(id, { submittedBy: outside.userId, approvedBy: approver.userId });
    await redeem(code);
    const emails = await sentAbout(id);
    expect(addressesOf(emails)).toEqual([brandEmail, approver.email].toSorted());
    expect(emails.find(({ to }) => to === approver.email)!.text).toContain("because you approved it");
    await publish(id, { submittedBy: submitter.userId });
    await app.db.execute(sql`update users set status = 'disabled' where id = ${submitter.userId}`);
    expect(addressesOf(await sentAbout(id))).toEqual([brandEmail]);
  });

  test("also find it on the home page, with the larger part of both limits", async () => {
    const { id, code, brand } = await promocode({ total: 100, budgetMinor: 600 });
    await redeemTimes(code, 2);
    const { actor } = await app.signIn("Home", ["promocodes.read@scope"], [{ kind: "brand", target: brand }]);
    const ctx = { ...app.api.systemContext(), actor, permission: "promocodes.read" as const };
    const queue = promocodesHome.queues!.find(({ name }) => name === "budgets")!;
    const percentOf = async () => (await queue.read(ctx)).rows.find((row) => row.id === id)?.percent;
    expect(await percentOf()).toBeUndefined();
    await redeem(code);
    expect(await percentOf()).toBe(100);
    await publish(id, {}, { total: 3 });
    expect(await percentOf()).toBe(100);
    await app.db.execute(sql`update campaign_caps set uses_max = 4, budget_minor = null where campaign_id = ${id}`);
    expect(await percentOf()).toBeUndefined();
  });

  test("aren’t told of promocodes that have ended or are archived", async () => {
    const [ended, archived] = [await promocode({ total: 1 }), await promocode({ total: 1 })];
    await redeem(ended.code);
    await redeem(archived.code);
    await app.db.execute(sql`update campaigns set ends_at = ${app.clock.now}::timestamptz where id = ${ended.id}`);
    await app.db.execute(sql`update campaigns set status = 'archived' where id = ${archived.id}`);
    expect([...(await sentAbout(ended.id)), ...(await sentAbout(archived.id))]).toEqual([]);
  });
});
