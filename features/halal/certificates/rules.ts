import { addDays, type Day } from "#base/days.ts";
import { daysLeftOf } from "#base/expiry.ts";
import { nameKey, searchKey } from "#base/searchKey.ts";
import type { Instant } from "#base/time.ts";
import type { EffectiveState, StoredState } from "#features/halal/certificates/contract/vocabulary.ts";

/** Days before the end from which a certificate counts as expiring, if its certifier has no window for renewals. */
export const noticeDaysDefault = 90;

type Standing = {
  readonly state: StoredState;
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly supersededFrom: Instant | null;
  readonly timezone: string;
};

/**
 * The state of a certificate at this moment: what a person decided, and for a verified one what follows from time. It is
 * valid from the instant it starts until before the instant it ends, and expiring from the day on which it has
 * `noticeDays` left, those of its certifier.
 */
export function effectiveState(standing: Standing, now: Instant, noticeDays: number | null): EffectiveState {
  const { state, startsAt, endsAt, supersededFrom, timezone } = standing;
  if (state !== "verified") return state;
  if (supersededFrom !== null && supersededFrom <= now) return "superseded";
  if (endsAt !== null && endsAt <= now) return "expired";
  if (startsAt !== null && now < startsAt) return "upcoming";
  const daysLeft = daysLeftOf(endsAt, timezone, now);
  return daysLeft !== null && daysLeft <= (noticeDays ?? noticeDaysDefault) ? "expiring" : "valid";
}

type Window = { readonly renewalFromDays: number | null; readonly renewalToDays: number | null };

/** The days in which a certifier accepts a renewal; the second is the last day to file. */
export function renewalWindowOf(expiresOn: Day | null, { renewalFromDays, renewalToDays }: Window) {
  if (expiresOn === null || renewalFromDays === null || renewalToDays === null) return null;
  return { opensOn: addDays(expiresOn, -renewalFromDays), closesOn: addDays(expiresOn, -renewalToDays) };
}

/** Numbers are the same without case, spaces and punctuation. */
export const numberKey = (certificateNo: string): string => searchKey(certificateNo).replaceAll(" ", "");

/** Whether a number does not match its certifier's pattern. False if there is no valid pattern. */
export function isOddNumber(certificateNo: string, pattern: string | null): boolean {
  if (pattern === null) return false;
  try {
    return !new RegExp(`^(?:${pattern})$`, "iu").test(certificateNo.trim());
  } catch {
    return false;
  }
}

/** Whether a document calls its holder by none of the known names. */
export const isOtherName = (onDocument: string, known: readonly (string | null)[]): boolean =>
  known.length > 0 && !known.some((name) => name !== null && sameName(name, onDocument));

const sameName = (one: string, other: string) =>
  nameKey(one) === nameKey(other) || (searchKey(one) !== "" && searchKey(one) === searchKey(other));

/** The address of this number in the certifier's register; null if it has none. */
export const registryLinkOf = (template: string | null, certificateNo: string): string | null =>
  template?.replaceAll("{number}", encodeURIComponent(certificateNo)) ?? null;

/** A line and the product that it would be linked to. */
export type LinkFacts = {
  readonly line: { readonly gtin: string | null };
  readonly reason: string | null;
  readonly holder: { readonly holderBrandId: string | null };
  readonly product: { readonly gtin: string | null; readonly brandId: string };
};

/**
 * The problem with a link, as in `line_link_problem` of the database (docs/decisions/0044). `gtin`: the line names
 * another number. The others need a reason. `brand`: the product is not the holder's. `holder`: the holder is not a
 * brand, and no number identifies the product.
 */
export function linkProblem({ line, reason, holder, product }: LinkFacts): "gtin" | "brand" | "holder" | null {
  if (line.gtin !== null && line.gtin !== product.gtin) return "gtin";
  if (reason !== null) return null;
  if (holder.holderBrandId !== null) return holder.holderBrandId === product.brandId ? null : "brand";
  return line.gtin === null ? "holder" : null;
}
