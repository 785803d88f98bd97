import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "#base/refusal.ts";
import { dice } from "#base/testing/dice.ts";
import { addMs, minuteMs } from "#base/time.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { redemptionMarket, type RedemptionMarket, withKey } from "#api/testing/redemptionFactory.ts";
import { brokenPromises } from "#api/testing/redemptionPromises.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { membersFeature } from "#features/loyalty/members/api/routes.ts";
import { members } from "#features/loyalty/members/contract.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { type Redeemed, redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { promocodeDecisions } from "#features/loyalty/promocodes/contract/statuses.ts";
import { promocodeFields } from "#features/loyalty/promocodes/fields.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { call, type Transport } from "#web/call.ts";

// Random operations of people, tills, the clock and jobs, against a model that knows nothing of buckets, counters or
// transactions: it keeps every redemption in a list and counts. MODEL_SEED replays a run; `npm run soak:redeem` runs more.

const seed = Number(process.env.MODEL_SEED ?? 20_261_128);
const steps = Number(process.env.MODEL_STEPS ?? 250);
const unitMinor = 333;

type Limits = { total: number; budgetMinor: number; perDay: number; perRetailer: number };
type Version = { readonly bps: number };
type Campaign = { readonly id: string; readonly code: string; limits: Limits; versions: Version[]; isPaused: boolean };
type ModelRedemption = {
  readonly id: string;
  readonly campaign: Campaign;
  readonly member: string;
  readonly receipt: string;
  readonly day: string;
  readonly product: string;
  readonly bps: number;
  readonly quantity: number;
  readonly reservedUntil: string | null;
  status: Redeemed["status"];
  unitsLeft: number;
};

let app: TestApi;
let shop: RedemptionMarket;
let author: Transport;
let approver: Transport;
let certificate: string;
let certified: string;
beforeAll(async () => {
  app = await testApi([membersFeature([]), promocodesFeature]);
  shop = await redemptionMarket(app.db, app.clock.now);
  const decisions = decidingPermissions(promocodeDecisions);
  const rights = ["promocodes", "members", "redemptions"].flatMap((resource) =>
    ["read", "create", "update", "pause", "merge", "validate", "rollback"].map((action) => `${resource}.${action}`),
  );
  author = (await app.signIn("Aisyah", [...rights, ...decisions])).transport;
  const second = await app.signIn("Omar", [...rights, ...decisions]);
  approver = second.transport;
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${second.actor.userId}::uuid, id, now() from roles where code = 'campaign_approver'`);
  const proven = await shop.rows.certified(1);
  certificate = proven.certificate;
  certified = proven.products[0]!;
});
afterAll(() => app.close());

// ------------------------------------------------------------------------------------------------ the model

const campaigns: Campaign[] = [];
const made: ModelRedemption[] = [];
let isSuspended = false;
const merged = new Set<string>();

const today = () => app.clock.now.slice(0, 10);
/** The certificate's last day in London ends with the year. */
const hasLapsed = () => app.clock.now >= "2027-01-01T00:00:00.000Z";
const half = (numerator: number, denominator: number) => Math.floor((2 * numerator + denominator) / (2 * denominator));
const costOf = ({ quantity, bps }: Pick<ModelRedemption, "quantity" | "bps">) =>
  half(quantity * unitMinor * bps, 10_000);
/** Of a reservation nothing is given back in parts. */
const leftOf = (each: ModelRedemption) => half(costOf(each) * each.unitsLeft, each.quantity);
const isTaken = (each: ModelRedemption) =>
  each.status === "committed" ||
  each.status === "partially_rolled_back" ||
  (each.status === "reserved" && app.clock.now < each.reservedUntil!);
const taken = (campaign: Campaign) => made.filter((each) => each.campaign === campaign && isTaken(each));

/** Why this campaign may not be used on an order now, whatever is taken; null if it may. */
function obstacle(campaign: Campaign, member: string, product: string): string | null {
  if (campaign.isPaused) return "campaign_paused";
  if (merged.has(member)) return "member_not_eligible";
  return product === certified && (isSuspended || hasLapsed()) ? "line_not_promotable" : null;
}

type ModelRequest = Pick<ModelRedemption, "campaign" | "member" | "receipt" | "product" | "quantity" | "bps">;
function expectedOf(wanted: ModelRequest): string {
  const { campaign, member, product, receipt } = wanted;
  const { limits } = campaign;
  const others = taken(campaign);
  const reason = obstacle(campaign, member, product);
  if (reason !== null) return reason;
  if (others.length >= limits.total) return "campaign_limit_reached";
  if (others.filter((each) => each.member === member && each.day === today()).length >= limits.perDay)
    return "period_limit_reached";
  if (others.length >= limits.perRetailer) return "retailer_limit_reached";
  if (costOf(wanted) === 0) return "no_effect";
  if (others.reduce((sum, each) => sum + leftOf(each), costOf(wanted)) > limits.budgetMinor) return "budget_exhausted";
  if (others.some((each) => each.receipt === receipt)) return "receipt_already_used";
  return "done";
}

// ------------------------------------------------------------------------------------------------ the operations

const roll = dice(seed);
const oneOf = <Value>(values: readonly Value[]): Value => values[roll(values.length)]!;
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

const termsOf = ({ limits, versions }: Pick<Campaign, "limits" | "versions">): Terms => ({
  ...promocodeFields.empty.terms,
  currency: "GBP",
  effect: { kind: "percent", bps: versions.at(-1)!.bps, maxMinor: null },
  window: { ...promocodeFields.empty.terms.window, timeZone: "Europe/London" },
  limits: {
    ...promocodeFields.empty.terms.limits,
    total: limits.total,
    budgetMinor: limits.budgetMinor,
    perMember: [{ period: "day", uses: limits.perDay }],
    perRetailer: limits.perRetailer,
  },
  funding: { brandBps: 0, retailerBps: 0, platformBps: 10_000 },
});
const get = (id: string) => call(author, promocodes.get, { id });
async function publish(id: string): Promise<void> {
  const { version } = await get(id);
  const submitted = await call(author, promocodes.changeStatus, { id, version, to: "pending_approval" });
  await call(approver, promocodes.changeStatus, { id, version: submitted.version, to: "approved" });
}

async function createCampaign(): Promise<void> {
  const limits = { total: 3 + roll(8), budgetMinor: 300 + roll(3000), perDay: 1 + roll(3), perRetailer: 3 + roll(8) };
  const campaign: Campaign = {
    id: newId(),
    code: `MODEL-${campaigns.length}-${newId().slice(-5)}`,
    limits,
    versions: [{ bps: 1 + roll(10_000) }],
    isPaused: false,
  };
  const { id, code } = campaign;
  await call(author, promocodes.create, {
    ...promocodeFields.empty,
    id,
    name: code,
    sharedCode: code,
    terms: termsOf(campaign),
  });
  await publish(id);
  campaigns.push(campaign);
}

/** A new version with higher limits, and another rate. */
async function revise(campaign: Campaign): Promise<void> {
  const { id, limits } = campaign;
  const { version } = await get(id);
  const draft = await call(author, promocodes.changeStatus, { id, version, to: "draft" });
  const [name, by] = oneOf([
    ["total", 2],
    ["budgetMinor", 700],
    ["perDay", 1],
    ["perRetailer", 3],
  ] as const);
  campaign.limits = { ...limits, [name]: limits[name] + by };
  campaign.versions.push({ bps: 1 + roll(10_000) });
  await call(author, promocodes.update, { id, version: draft.version, terms: termsOf(campaign) });
  await publish(id);
}

async function switchPause(campaign: Campaign): Promise<void> {
  const { id } = campaign;
  const { version } = await get(id);
  const input = { id, version, reason: "Checked" };
  await (campaign.isPaused
    ? call(author, promocodes.resume, input)
    : call(author, promocodes.pause, { ...input, source: "manual" }));
  campaign.isPaused = !campaign.isPaused;
}

async function take(people: readonly string[]): Promise<void> {
  const campaign = oneOf(campaigns);
  const [member, product, quantity] = [oneOf(people), oneOf([shop.product, certified]), 1 + roll(4)];
  const receipt = roll(6) === 0 && made.length > 0 ? oneOf(made).receipt : `M-${newId()}`;
  const { bps } = campaign.versions.at(-1)!;
  const wanted = { campaign, member, receipt, product, quantity, bps };
  const lines = [{ productId: product, quantity, unitMinor }];
  const order = shop.order([campaign.code], { memberId: member, order: { ref: receipt, currency: "GBP", lines } });
  const before = await snapshot();
  const validation = await call(author, redemptionCalls.validate, order);
  expect(await snapshot(), "validate writes nothing").toEqual(before);
  const isReserved = roll(2) === 0;
  const minutes = 1 + roll(30);
  const key = newId();
  const send = () =>
    isReserved
      ? call(withKey(author, key), redemptionCalls.reserve, { ...order, minutes })
      : call(withKey(author, key), redemptionCalls.redeem, order);
  const expected = expectedOf(wanted);
  let answer: Awaited<ReturnType<typeof send>> | null = null;
  expect(await outcomeOf(send().then((sent) => void (answer = sent)))).toBe(expected);
  if (answer === null) return;
  const { redemptions, discountMinor } = answer as Awaited<ReturnType<typeof send>>;
  expect([discountMinor, validation.discountMinor]).toEqual([
    costOf(wanted),
    validation.outcomes[0]!.applies ? costOf(wanted) : 0,
  ]);
  expect(await send(), "a repeated call gets the first answer").toEqual(answer);
  const { id, status } = redemptions[0]!;
  const reservedUntil = isReserved ? addMs(app.clock.now, minutes * minuteMs) : null;
  made.push({ ...wanted, id, day: today(), reservedUntil, status, unitsLeft: quantity });
}

const snapshot = () =>
  rowsOf(
    app.db,
    sql`select (select count(*) from redemptions) as redemptions, (select count(*) from idempotency_keys) as keys,
               (select sum(uses_taken) from campaign_counters) as uses, (select sum(uses) from campaign_uses) as counted,
               (select count(*) from receipt_claims) as receipts`,
  );

async function commit(each: ModelRedemption): Promise<void> {
  const isOpen = each.status === "reserved" && isTaken(each);
  const isDone = each.status === "committed" || each.status === "partially_rolled_back";
  const expected = isOpen
    ? (obstacle(each.campaign, each.member, each.product) ?? "done")
    : isDone
      ? "done"
      : "reservation_expired";
  expect(await outcomeOf(call(withKey(author), redemptionCalls.commit, { id: each.id, withoutLines: [] }))).toBe(
    expected,
  );
  if (isOpen && expected === "done") each.status = "committed";
}

async function release(each: ModelRedemption): Promise<void> {
  const isOpen = each.status === "reserved" && isTaken(each);
  const expected = isOpen || each.status === "released" ? "done" : "reservation_expired";
  expect(await outcomeOf(call(withKey(author), redemptionCalls.release, { id: each.id }))).toBe(expected);
  if (isOpen) [each.status, each.unitsLeft] = ["released", 0];
}

async function rollBack(each: ModelRedemption): Promise<void> {
  const quantity = roll(3) === 0 ? null : 1 + roll(each.quantity);
  const isOpen = each.status === "committed" || each.status === "partially_rolled_back";
  const isTooMuch = quantity !== null && quantity > each.unitsLeft;
  const expected = !isOpen ? "already_rolled_back" : isTooMuch ? "exceeds_remaining" : "done";
  const input = { id: each.id, reason: "Returned", lines: [{ number: 1, quantity }] };
  expect(await outcomeOf(call(withKey(author), redemptionCalls.rollback, input))).toBe(expected);
  if (expected !== "done") return;
  each.unitsLeft -= quantity ?? each.unitsLeft;
  each.status = each.unitsLeft === 0 ? "rolled_back" : "partially_rolled_back";
}

async function switchCertificate(): Promise<void> {
  isSuspended = !isSuspended;
  const [state, reason] = isSuspended ? ["suspended", "Complaint"] : ["verified", null];
  await app.db.execute(sql`
    update certificates set state = ${state}, state_reason = ${reason}, state_changed_at = ${app.clock.now}::timestamptz
     where id = ${certificate}`);
}

async function merge(people: readonly string[]): Promise<void> {
  const [id, into] = people
    .filter((each) => !merged.has(each))
    .toSorted(() => 0)
    .slice(-2) as [string, string];
  const { version } = await call(author, members.get, { id });
  await call(author, members.merge, { id, version, into });
  merged.add(id);
}

/** Every redemption of the model is in the database as the model says, but for what the job has not ended yet. */
async function compare(): Promise<void> {
  for (const each of made) {
    const [row] = await rowsOf<{ status: string; left: number }>(
      app.db,
      sql`select status, discount_left_minor::int as left from redemptions where bucket = bucket_of(${each.id}::uuid) and id = ${each.id}`,
    );
    const isOver = each.status === "reserved" && !isTaken(each);
    if (isOver) expect(["reserved", "expired"]).toContain(row!.status);
    else expect(row).toEqual({ status: each.status, left: leftOf(each) });
  }
}

test(`${steps} random operations do what a naive model says (MODEL_SEED=${seed})`, { timeout: 3_600_000 }, async () => {
  const people = await shop.members(8);
  await createCampaign();
  for (let step = 0; step < steps; step++) {
    const kind = roll(100);
    if (campaigns.length < 3 && kind < 10) await createCampaign();
    else if (kind < 45 || made.length === 0) await take(people);
    else if (kind < 58) await commit(oneOf(made));
    else if (kind < 66) await release(oneOf(made));
    else if (kind < 80) await rollBack(oneOf(made));
    else if (kind < 88) app.clock.advance(roll(20) * minuteMs);
    else if (kind < 90) app.clock.advance(roll(30) * 60 * minuteMs);
    else if (kind < 92) await app.runJobs();
    else if (kind < 94) await switchCertificate();
    else if (kind < 96) await switchPause(oneOf(campaigns));
    else if (kind < 99) await revise(oneOf(campaigns));
    else if (merged.size < 4) await merge(people);
    if (step % 50 === 49) expect(await brokenPromises(app.db), `step ${step}`).toEqual({});
  }
  await compare();
  expect(await brokenPromises(app.db)).toEqual({});
  app.clock.advance(60 * minuteMs);
  await app.runJobs();
  await compare();
  expect(await brokenPromises(app.db)).toEqual({});
});
