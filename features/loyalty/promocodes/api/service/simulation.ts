import { and, eq, inArray, or, sql } from "drizzle-orm";
import { dayIn, instantAt } from "#base/days.ts";
import { computedMonthOf } from "#base/hijriMonths.ts";
import { minutesOf } from "#base/openingHours.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { productRows } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { memberStore } from "#features/loyalty/members/api/store.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import {
  basketOf,
  type Call,
  factsInputOf,
  refusalOf,
  totalsOf,
} from "#features/loyalty/promocodes/api/service/calls.ts";
import { type ReadCandidate, type ReadFacts, readFacts } from "#features/loyalty/promocodes/api/service/facts.ts";
import { readUses } from "#features/loyalty/promocodes/api/service/uses.ts";
import { promocodeStore } from "#features/loyalty/promocodes/api/store.ts";
import { type CampaignRecord, campaignsTable, campaignVersionsTable } from "#features/loyalty/promocodes/api/tables.ts";
import { redemptionRefusals as refused } from "#features/loyalty/promocodes/contract/calls.ts";
import type {
  SimulatedOutcome,
  Simulation,
  SimulationInput,
} from "#features/loyalty/promocodes/contract/simulation.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import type { Check, Evaluation, Outcome } from "#features/loyalty/promocodes/rules/facts.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { type HijriPeriod, hijriPeriods, marketDay } from "#features/loyalty/promocodes/rules/windows.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { locationsTable, retailersTable } from "#features/retail/retailers/api/tables.ts";

/** The id of a record that the reader may not see, and of a member who is only imagined. */
const unknownId = "00000000-0000-0000-0000-000000000000";

/**
 * What a promocode would give on an order, with the rules and facts of a real call. The reader sees only what they may
 * see elsewhere: products, members and promocodes outside their scope are unknown here too.
 *
 * Refuses with `not_found` and `unknown_retailer`.
 */
export async function simulate(ctx: Ctx, input: SimulationInput): Promise<Simulation> {
  const record = await promocodeStore.find(ctx, input.id);
  if (record === undefined) throw commonRefusals.not_found();
  const timeZone = await requireTimeZone(ctx, input);
  const at = instantAt({ day: input.day, minute: minutesOf(input.time), timeZone });
  const then = { ...ctx, now: at };
  const products = await readProducts(ctx, input);
  const call = callOf(input, { products, memberId: await visibleMember(ctx, input.memberId) });
  const own = { record, terms: await termsOf(ctx, record, input.terms), isLive: input.terms === "live" };
  const { facts, ownKey, hiddenIds } = await simulatedFacts(then, call, own);
  const member = input.isNewMember ? newMember : facts.member;
  const evaluation = evaluate({ ...facts, member }, basketOf(call, facts));
  const named = await readNames(ctx, facts);
  return {
    at,
    timeZone,
    hijri: marketDay(dayIn(at, timeZone), facts.sightings),
    refusal: refusalCode(evaluation, facts),
    outcomes: evaluation.outcomes
      // Of promocodes that the reader may not see, only those that change the amounts are there.
      .filter(({ applies, campaignId }) => applies || campaignId === null || !hiddenIds.has(campaignId))
      .map((outcome) => answerOf(outcome, { call, facts, ownKey, hiddenIds, named })),
    products,
    ...totalsOf(evaluation, call),
  };
}

const newMember = { id: unknownId, isActive: true, certifierIds: [], redemptions: 0 };

/** The clock of the location or its retailer. Refuses with `unknown_retailer`. */
async function requireTimeZone(ctx: Ctx, { retailerId, locationId }: SimulationInput): Promise<string> {
  const [found] = await ctx.db
    .select({ own: locationsTable.timezone, retailer: retailersTable.timezone, locationId: locationsTable.id })
    .from(retailersTable)
    .leftJoin(
      locationsTable,
      and(eq(locationsTable.retailerId, retailersTable.id), eq(locationsTable.id, locationId ?? unknownId)),
    )
    .where(and(eq(retailersTable.id, retailerId), scopeCondition(ctx, retailerRows, "retailers.read")));
  if (found === undefined || (locationId !== null && found.locationId === null)) throw refused.unknown_retailer();
  return found.own ?? found.retailer ?? "UTC";
}

/** The product of each line, null for one that the reader may not see. */
async function readProducts(ctx: Ctx, { lines }: SimulationInput): Promise<(string | null)[]> {
  const ids = lines.flatMap(({ productId }) => productId ?? []);
  const gtins = lines.flatMap(({ gtin }) => gtin ?? []);
  const { id, gtin, status } = productsTable;
  const isMeant = or(
    ids.length === 0 ? undefined : inArray(id, ids),
    gtins.length === 0 ? undefined : sql`${inArray(gtin, gtins)} and ${status} <> 'archived'`,
  );
  if (isMeant === undefined) return lines.map(() => null);
  const found = await ctx.db
    .select({ id, gtin })
    .from(productsTable)
    .where(and(isMeant, scopeCondition(ctx, productRows, "products.read")));
  return lines.map(
    (line) =>
      found.find((each) => each.id === line.productId || (line.gtin !== undefined && each.gtin === line.gtin))?.id ??
      null,
  );
}

async function visibleMember(ctx: Ctx, memberId: string | null): Promise<string | null> {
  if (memberId === null) return null;
  const found = await ctx.db
    .select({ id: membersTable.id })
    .from(membersTable)
    .where(and(eq(membersTable.id, memberId), scopeCondition(ctx, memberStore.scopedRows, "members.read")));
  return found[0]?.id ?? null;
}

/** The call that a till would send. */
const callOf = (
  input: SimulationInput,
  { products, memberId }: { readonly products: readonly (string | null)[]; readonly memberId: string | null },
): Call => ({
  codes: input.codes,
  memberId,
  retailerId: input.retailerId,
  locationId: input.locationId,
  withoutLines: input.withoutLines,
  order: {
    ref: "simulation",
    currency: input.currency,
    lines: input.lines.map(({ quantity, unitMinor }, place) => {
      const productId = products[place];
      return { ...(productId ? { productId } : {}), quantity, unitMinor };
    }),
  },
});

async function termsOf(ctx: Ctx, record: CampaignRecord, wanted: SimulationInput["terms"]): Promise<Terms> {
  if (wanted === "draft") return record.terms;
  const { campaignId, number, terms } = campaignVersionsTable;
  const [live] = await ctx.db
    .select({ terms })
    .from(campaignVersionsTable)
    .where(and(eq(campaignId, record.id), eq(number, record.liveVersion ?? 0)));
  if (live === undefined) throw commonRefusals.not_found();
  return live.terms;
}

type Own = { readonly record: CampaignRecord; readonly terms: Terms; readonly isLive: boolean };

/** The facts of the call, with the promocode that is tried among its candidates. */
async function simulatedFacts(
  ctx: Ctx,
  call: Call,
  own: Own,
): Promise<{ facts: ReadFacts; ownKey: string; hiddenIds: ReadonlySet<string> }> {
  const { record, isLive } = own;
  const shared = isLive && record.sharedCodeKey !== null ? [record.sharedCodeKey] : [];
  const codes = [...new Set([...shared, ...call.codes.map(codeKey)])];
  const read = await readFacts(ctx, { ...factsInputOf(call), codeKeys: codes, isRetailerChecked: true });
  if (read === null) throw refused.unknown_retailer();
  const hiddenIds = await hiddenAmong(ctx, read);
  const visible = read.candidates.map((candidate): ReadCandidate => {
    const isHidden = candidate.campaign !== null && hiddenIds.has(candidate.campaign.id);
    return isHidden && isEntered(candidate) ? { ...candidate, code: null, campaign: null } : candidate;
  });
  const known = isLive ? visible.find(({ campaign }) => campaign?.id === record.id) : undefined;
  if (known) return { facts: { ...read, candidates: visible }, ownKey: known.key, hiddenIds };
  const tried = await candidateOf(ctx, call, { own, facts: read });
  const others = visible.filter(({ campaign }) => campaign?.id !== record.id);
  return { facts: { ...read, candidates: [tried, ...others] }, ownKey: tried.key, hiddenIds };
}

const isEntered = ({ key, campaign }: ReadCandidate) => campaign === null || key !== campaign.id;

/** Campaigns among the candidates that the reader may not see. */
async function hiddenAmong(ctx: Ctx, { candidates }: ReadFacts): Promise<ReadonlySet<string>> {
  const ids = candidates.flatMap(({ campaign }) => campaign?.id ?? []);
  const scope = scopeCondition(ctx, promocodeStore.scopedRows);
  if (ids.length === 0 || scope === undefined) return new Set();
  const seen = await ctx.db
    .select({ id: campaignsTable.id })
    .from(campaignsTable)
    .where(and(inArray(campaignsTable.id, ids), scope));
  return new Set(ids.filter((id) => !seen.some((each) => each.id === id)));
}

/** The promocode as it would be if its terms were live: no code leads to it yet, or it needs one of its own. */
async function candidateOf(
  ctx: Ctx,
  call: Call,
  { own: { record, terms, isLive }, facts }: { readonly own: Own; readonly facts: ReadFacts },
): Promise<ReadCandidate> {
  const { timeZone } = terms.window;
  const { periods, uses } = await readUses(ctx, { campaignId: record.id, timeZone, ...call });
  return {
    key: record.sharedCodeKey ?? record.id,
    code: null,
    periods,
    campaign: {
      id: record.id,
      version: record.liveVersion ?? 0,
      status: isLive && record.status === "archived" ? "archived" : "approved",
      // A pause is of the live version. What a draft would give does not depend on it.
      pauseSource: isLive ? record.pauseSource : null,
      terms,
      hijriPeriods: periodsOf(terms, facts),
      uses,
      fundingLeftMinor: null,
    },
  };
}

/** The Hijri periods of the market around the moment, as approval would write them. */
function periodsOf({ window: { hijri, timeZone } }: Terms, { at, sightings }: ReadFacts): HijriPeriod[] {
  if (hijri === null) return [];
  const { hijriYear } = computedMonthOf(dayIn(at, timeZone));
  const around = [hijriYear - 1, hijriYear, hijriYear + 1, hijriYear + 2];
  const years = hijri.years === null ? around : around.filter((year) => hijri.years!.includes(year));
  return hijriPeriods(hijri, { years, sightings, timeZone });
}

/** As a redemption answers: the first entered code that does not apply, or that nothing does. */
function refusalCode({ outcomes }: Evaluation, { candidates }: ReadFacts): string | null {
  const failed = outcomes.find(({ applies }, place) => !applies && isEntered(candidates[place]!));
  if (failed) return refusalOf(failed).code;
  return outcomes.some(({ applies }) => applies) ? null : refused.no_effect().code;
}

/** Names of the campaigns, and codes as they are printed, by candidate key. */
async function readNames(ctx: Ctx, { candidates }: ReadFacts): Promise<ReadonlyMap<string, string>> {
  const ids = candidates.flatMap(({ campaign }) => campaign?.id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: campaignsTable.id, name: campaignsTable.name })
    .from(campaignsTable)
    .where(inArray(campaignsTable.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type Around = {
  readonly call: Call;
  readonly facts: ReadFacts;
  readonly ownKey: string;
  readonly hiddenIds: ReadonlySet<string>;
  readonly named: ReadonlyMap<string, string>;
};

function answerOf(outcome: Outcome, { call, facts, ownKey, hiddenIds, named }: Around): SimulatedOutcome {
  const { key, campaignId, applies, reason, checks, effect, wouldApplyWithout } = outcome;
  const isHidden = campaignId !== null && hiddenIds.has(campaignId);
  return {
    key: isHidden ? `hidden-${facts.candidates.findIndex((each) => each.key === key)}` : key,
    campaignId: isHidden ? null : campaignId,
    isOwn: key === ownKey,
    name: isHidden || campaignId === null ? null : (named.get(campaignId) ?? null),
    applies,
    reason: isHidden ? null : reason,
    refusal: applies || isHidden ? null : refusalOf(outcome).code,
    checks: isHidden ? [] : checks.map((check) => withoutHidden(check, { call, hiddenIds })),
    discountMinor: effect?.discountMinor ?? 0,
    cashbackMinor: effect?.cashbackMinor ?? 0,
    lines: (effect?.lines ?? []).map(({ number, discountMinor, cashbackMinor }) => ({
      number,
      discountMinor,
      cashbackMinor,
    })),
    wouldApplyWithout: wouldApplyWithout && { ...wouldApplyWithout, lines: [...wouldApplyWithout.lines] },
  };
}

/** A check without the ids of records that the reader may not see: other promocodes, and the chain of the retailer. */
function withoutHidden(
  check: Check,
  { call, hiddenIds }: Pick<Around, "call" | "hiddenIds">,
): SimulatedOutcome["checks"][number] {
  const { actual } = check;
  if (actual?.kind !== "records") return check;
  const ids =
    check.check === "retailers" ? [call.retailerId] : actual.ids.map((id) => (hiddenIds.has(id) ? unknownId : id));
  return { ...check, actual: { ...actual, ids } };
}
