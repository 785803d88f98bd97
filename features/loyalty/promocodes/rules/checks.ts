import { dayIn } from "#base/days.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import type {
  Basket,
  CampaignFacts,
  Candidate,
  Check,
  CheckName,
  CheckValue,
  Facts,
  MemberFacts,
  Reason,
} from "#features/loyalty/promocodes/rules/facts.ts";
import { eligibleLines, isExact, type OrderLine, promotedLines } from "#features/loyalty/promocodes/rules/lines.ts";
import type { Condition, Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import {
  hijriPeriodAt,
  isInHours,
  marketDay,
  nextOpening,
  positionIn,
} from "#features/loyalty/promocodes/rules/windows.ts";

// The checks of one promocode that don't depend on the others of the order. All are made, so that the trace is complete.

/** The checks of a candidate, in order. Only the first for an unknown code, or an order whose total isn't exact. */
export function candidateChecks(
  candidate: Candidate,
  { facts, basket, lines }: { facts: Facts; basket: Basket; lines: readonly OrderLine[] },
): Check[] {
  if (!isExact(lines)) {
    const needed = moneyOf(Number.MAX_SAFE_INTEGER, basket.currency);
    return [result("amountRange", "amount_too_large", false, { needed })];
  }
  const { campaign } = candidate;
  // To others, a campaign that isn't approved doesn't exist.
  const exists = campaign !== null && (campaign.status === "approved" || campaign.status === "archived");
  if (!exists) return [result("codeExists", "code_invalid", false)];
  return [
    result("codeExists", "code_invalid", true),
    ...codeChecks(candidate, facts),
    campaignCheck(campaign),
    ...windowChecks(campaign, facts),
    result("currency", "currency_mismatch", basket.currency === campaign.terms.currency, {
      actual: { kind: "code", code: basket.currency },
      needed: { kind: "code", code: campaign.terms.currency },
    }),
    ...conditionChecks(campaign.terms, facts),
    ...orderChecks(campaign.terms, lines),
    ...limitChecks(candidate, campaign, facts),
  ];
}

/** One check. Its reason is given only where it failed. */
export const result = (check: CheckName, reason: Reason, ok: boolean, details: Partial<Check> = {}): Check => ({
  check,
  ok,
  reason: ok ? null : reason,
  actual: null,
  needed: null,
  ...details,
});

export const countOf = (count: number): CheckValue => ({ kind: "count", count });
export const moneyOf = (amountMinor: number, currency: string): CheckValue => ({
  kind: "money",
  amountMinor,
  currency,
  // Callers need not know ISO 4217.
  exponent: minorDigitsByCurrency.get(currency) ?? 2,
});

function codeChecks({ code, campaign }: Candidate, { at, member }: Facts): Check[] {
  if (code === null) return [];
  const { validFrom: from, validTo: to } = code;
  const { timeZone } = campaign!.terms.window;
  return [
    result(
      "codeAvailable",
      code.isAvailable ? "code_held_offline" : "code_disabled",
      code.isAvailable && code.isHeldOffline !== true,
    ),
    ...(code.memberId === null
      ? []
      : [result("codeMember", "code_of_another_member", member !== null && member.id === code.memberId)]),
    ...(from === null && to === null
      ? []
      : [periodCheck("codePeriod", { startsAt: from ?? "", endsAt: to }, { at, timeZone })]),
  ];
}

const campaignCheck = ({ status, pauseSource }: CampaignFacts): Check =>
  status === "archived"
    ? result("campaignRuns", "code_ended", false)
    : result("campaignRuns", "campaign_paused", pauseSource === null, {
        actual: pauseSource === null ? null : { kind: "code", code: pauseSource },
      });

/** `startsAt` is empty where there is no start: that sorts before every instant. */
function periodCheck(
  check: "codePeriod" | "period",
  window: { readonly startsAt: string; readonly endsAt: string | null },
  { at, timeZone }: { at: string; timeZone: string },
): Check {
  const position = positionIn(window, at);
  return result(check, position === "before" ? "code_not_started" : "code_ended", position === "inside", {
    actual: { kind: "instant", at, timeZone },
    needed: { kind: "period", from: window.startsAt || null, to: window.endsAt, timeZone },
  });
}

function windowChecks({ terms: { window }, hijriPeriods }: CampaignFacts, { at, sightings }: Facts): Check[] {
  const { timeZone, weekdays, hours, hijri } = window;
  const failure = () => ({ opensAt: nextOpening(window, hijriPeriods, at) });
  const checks = [periodCheck("period", window, { at, timeZone })];
  if (weekdays !== null || hours !== null) {
    const ok = isInHours(window, at);
    checks.push(
      result("hours", "outside_window", ok, {
        actual: { kind: "instant", at, timeZone },
        needed: { kind: "hours", weekdays, hours, timeZone },
        ...(ok ? {} : failure()),
      }),
    );
  }
  if (hijri !== null) {
    const period = hijriPeriodAt(hijriPeriods, at);
    // Outside, it says whether the dates that are known are certain.
    const isConfirmed = (period ?? hijriPeriods.find(({ startsAt }) => at < startsAt))?.isConfirmed ?? false;
    checks.push(
      result("hijri", "outside_window", period !== null, {
        actual: { kind: "hijriDay", ...marketDay(dayIn(at, timeZone), sightings) },
        needed: { kind: "hijri", range: hijri },
        isConfirmed,
        ...(period === null ? failure() : {}),
      }),
    );
  }
  return checks;
}

/** Where it may be used, and by whom. */
function conditionChecks({ conditions, limits }: Terms, { retailer, locationId, member }: Facts): Check[] {
  const checks: Check[] = [];
  // Without a member, a limit for each member would have no effect.
  const isMemberNeeded =
    limits.perMember.length > 0 ||
    conditions.some(({ field }) => field === "certifiers" || field === "firstRedemption");
  if (isMemberNeeded || member !== null)
    checks.push(result("member", "member_not_eligible", member !== null && member.isActive));
  // The same for a limit for each location.
  if (limits.perLocation !== null && locationId === null)
    checks.push(result("locations", "retailer_not_eligible", false));
  return [...checks, ...conditions.flatMap((each) => conditionCheck(each, { retailer, locationId, member }) ?? [])];
}

function conditionCheck(
  condition: Condition,
  { retailer, locationId, member }: Pick<Facts, "retailer" | "locationId" | "member">,
): Check | null {
  switch (condition.field) {
    case "retailers":
      return recordCheck(condition, "retailer_not_eligible", retailer.chainIds);
    case "locations":
      // A call that names no location can't be at one that is excluded, nor at one that is needed: refused either way.
      return recordCheck(condition, "retailer_not_eligible", locationId === null ? null : [locationId]);
    case "certifiers":
      return recordCheck(condition, "member_not_eligible", member?.certifierIds ?? null);
    case "markets": {
      const isListed = condition.countries.includes(retailer.market);
      return result("markets", "retailer_not_eligible", isListed === (condition.operator === "in"), {
        actual: { kind: "countries", codes: [retailer.market], isExcluded: false },
        needed: { kind: "countries", codes: condition.countries, isExcluded: condition.operator === "notIn" },
      });
    }
    case "firstRedemption":
      return firstRedemptionCheck(member);
    default:
      return null;
  }
}

const firstRedemptionCheck = (member: MemberFacts | null): Check =>
  result("firstRedemption", "member_not_eligible", member !== null && member.redemptions === 0, {
    actual: member === null ? null : countOf(member.redemptions),
    needed: countOf(0),
  });

/** `own` null: not known, so it fails. */
function recordCheck(
  { field, operator, ids }: Extract<Condition, { ids: string[] }>,
  reason: Reason,
  own: readonly string[] | null,
): Check {
  const isListed = own?.some((id) => ids.includes(id));
  return result(field as "retailers" | "locations" | "certifiers", reason, isListed === (operator === "in"), {
    actual: own === null ? null : { kind: "records", ids: own, isExcluded: false },
    needed: { kind: "records", ids, isExcluded: operator === "notIn" },
  });
}

function orderChecks(terms: Terms, lines: readonly OrderLine[]): Check[] {
  const eligible = eligibleLines(terms, lines);
  const units = eligible.reduce((sum, { quantity }) => sum + quantity, 0);
  const orderMinor = lines.reduce((sum, { isExcluded, baseMinor }) => sum + (isExcluded ? 0 : baseMinor), 0);
  const checks = [
    result("lines", "no_eligible_line", eligible.length > 0, { actual: countOf(eligible.length), needed: countOf(1) }),
  ];
  for (const condition of terms.conditions) {
    if (condition.field === "orderTotal")
      checks.push(
        result("orderTotal", "min_order_not_met", orderMinor >= condition.atLeastMinor, {
          actual: moneyOf(orderMinor, terms.currency),
          needed: moneyOf(condition.atLeastMinor, terms.currency),
        }),
      );
    if (condition.field === "quantity")
      checks.push(
        result("quantity", "min_order_not_met", units >= condition.atLeast, {
          actual: countOf(units),
          needed: countOf(condition.atLeast),
        }),
      );
  }
  return [...checks, ...halalChecks(terms, lines)];
}

/** One check if all lines are proven; else one for each blocked line, with its certificate. */
function halalChecks(terms: Terms, lines: readonly OrderLine[]): Check[] {
  const promoted = promotedLines(terms, lines);
  const blocked = promoted.flatMap(({ number, finding }): Check[] => {
    if (finding === null) return [];
    const { reason, certificateId, expiredOn } = finding;
    return [{ check: "halal", ok: false, reason, actual: null, needed: null, line: number, certificateId, expiredOn }];
  });
  if (blocked.length > 0) return blocked;
  return promoted.length === 0 ? [] : [{ check: "halal", ok: true, reason: null, actual: null, needed: null }];
}

function limitChecks({ code }: Candidate, { terms: { limits }, uses }: CampaignFacts, { member }: Facts): Check[] {
  const limit = (check: CheckName, reason: Reason, used: number, max: number | null): Check[] =>
    max === null ? [] : [result(check, reason, used < max, { actual: countOf(used), needed: countOf(max) })];
  return [
    ...limit("codeLimit", "code_limit_reached", code?.uses ?? 0, code?.usesMax ?? null),
    ...limit("campaignLimit", "campaign_limit_reached", uses.total, limits.total),
    ...(member === null ? [] : limits.perMember).map(({ period, uses: max }) => {
      const used = uses.member[period] ?? 0;
      const reason = period === "campaign" ? "member_limit_reached" : "period_limit_reached";
      return result("memberLimit", reason, used < max, { actual: countOf(used), needed: countOf(max), period });
    }),
    ...limit("retailerLimit", "retailer_limit_reached", uses.retailer, limits.perRetailer),
    ...limit("locationLimit", "location_limit_reached", uses.location, limits.perLocation),
  ];
}
