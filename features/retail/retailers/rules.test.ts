import { describe, expect, test } from "vitest";
import { noBranches } from "#features/retail/retailers/record/lifecycle.ts";
import { hoursErrors } from "#features/retail/retailers/hours/rules.ts";
import { kycStatusOn, missingDocuments, provenUntil } from "#features/retail/retailers/kyc/rules.ts";
import { type Candidate, allowedTransitions, transitionTo } from "#features/retail/retailers/record/rules.ts";
import { isIban, maskedAccount, settlementErrors } from "#features/retail/retailers/settlement/rules.ts";

const complete: Candidate = {
  status: "draft",
  country: "GB",
  timezone: "Europe/London",
  locationsCount: 1,
  contactsCount: 1,
  branches: noBranches,
  kycStatus: "verified",
  kycLevel: "full",
  type: { isOnline: false, kycLevel: "full" },
};
const blockersOf = (retailer: Partial<Candidate>, to: Candidate["status"]) =>
  transitionTo({ ...complete, ...retailer }, to)?.blockers;

describe("the life of a retailer", () => {
  test("goes from draft to closed, and ends with a rejection", () => {
    const next = (status: Candidate["status"]) => allowedTransitions({ ...complete, status }).map(({ to }) => to);
    expect(next("draft")).toEqual(["submitted"]);
    expect(next("submitted")).toEqual(["active", "changes_requested", "rejected"]);
    expect(next("changes_requested")).toEqual(["submitted"]);
    expect(next("active")).toEqual(["suspended"]);
    expect(next("suspended")).toEqual(["active", "closed"]);
    expect([...next("rejected"), ...next("closed")]).toEqual([]);
  });

  test("requires a location unless it is online only, and a contact", () => {
    expect(blockersOf({}, "submitted")).toEqual([]);
    const bare = { country: null, timezone: null, locationsCount: 0, contactsCount: 0 };
    expect(blockersOf(bare, "submitted")).toEqual([
      "country_missing",
      "timezone_missing",
      "location_missing",
      "contact_missing",
    ]);
    const online = { ...bare, type: { isOnline: true, kycLevel: "none" } } as const;
    expect(blockersOf(online, "submitted")).toEqual(["country_missing", "timezone_missing", "contact_missing"]);
  });

  test("requires the verification level of its type before it is active", () => {
    const submitted = { status: "submitted" } as const;
    expect(blockersOf(submitted, "active")).toEqual([]);
    expect(blockersOf({ ...submitted, kycLevel: "basic" }, "active")).toEqual(["kyc_missing"]);
    expect(blockersOf({ ...submitted, kycStatus: "expired" }, "active")).toEqual(["kyc_expired"]);
    const undemanding = {
      type: { isOnline: false, kycLevel: "none" },
      kycStatus: "not_started",
      kycLevel: null,
    } as const;
    expect(blockersOf({ ...submitted, ...undemanding }, "active")).toEqual([]);
    expect(blockersOf({ status: "suspended", branches: { ...noBranches, open: 2, suspended: 1 } }, "closed")).toEqual([
      "branches_open",
    ]);
  });
});

describe("the verification of a retailer", () => {
  const document = (
    type: "trade_licence" | "tax" | "id" | "bank_letter",
    expiresOn: string | null,
    status = "accepted",
  ) => ({
    type,
    status,
    expiresOn,
  });

  test("is valid to the end of the last day", () => {
    const verified = { kycStatus: "verified", kycExpiresOn: "2026-11-20" } as const;
    expect(kycStatusOn(verified, "2026-11-20")).toBe("verified");
    expect(kycStatusOn(verified, "2026-11-21")).toBe("expired");
    expect(kycStatusOn({ kycStatus: "rejected", kycExpiresOn: "2026-11-20" }, "2026-11-21")).toBe("rejected");
  });

  test("needs each document of the level, accepted and valid, and lasts until the first of them expires", () => {
    const documents = [
      document("trade_licence", "2026-12-31"),
      document("trade_licence", "2027-06-30"),
      document("tax", null),
      document("id", "2028-01-01", "pending"),
      document("bank_letter", "2026-11-19"),
    ];
    expect(missingDocuments("basic", documents, "2026-11-20")).toEqual([]);
    expect(missingDocuments("full", documents, "2026-11-20")).toEqual(["id", "bank_letter"]);
    expect(provenUntil("basic", documents, "2026-11-20")).toBe("2027-06-30");
    expect(provenUntil("none", documents, "2026-11-20")).toBeNull();
    const whole = [...documents, document("id", "2027-01-01"), document("bank_letter", null)];
    expect(provenUntil("full", whole, "2026-11-20")).toBe("2027-01-01");
  });
});

test("an IBAN is validated by its check digits, other accounts by format, and only the end is shown", () => {
  // Examples from the IBAN registry.
  for (const iban of ["GB29NWBK60161331926819", "AE070331234567890123456", "TR330006100519786457841326"])
    expect(isIban(iban), iban).toBe(true);
  expect(isIban("GB29NWBK60161331926818")).toBe(false);
  const codesOf = (method: "bank" | "paypal", account: string) =>
    settlementErrors({ method, account }).map(({ code }) => code);
  expect(codesOf("bank", "gb29 nwbk 6016 1331 9268 19")).toEqual([]);
  expect(codesOf("bank", "GB30 NWBK 6016 1331 9268 19")).toEqual(["iban"]);
  expect(codesOf("bank", "026009593 / 1234")).toEqual([]);
  expect(codesOf("bank", "no account!")).toEqual(["account_number"]);
  expect(codesOf("paypal", "shop@example.com")).toEqual([]);
  expect(codesOf("paypal", "GB29NWBK60161331926819")).toEqual(["email"]);
  expect(maskedAccount({ method: "bank", account: "GB29 NWBK 6016 1331 9268 19" })).toBe("•••• 6819");
  expect(maskedAccount({ method: "paypal", account: "shop@example.com" })).toBe("s•••@example.com");
});

test("invalid hours are reported at their fields", () => {
  const span = { weekday: 1, season: "regular", validFrom: null, validTo: null } as const;
  const at = (opens: string, closes: string, closesNextDay = false) => ({ ...span, opens, closes, closesNextDay });
  const codesOf = (...spans: Parameters<typeof hoursErrors>[0]) =>
    hoursErrors(spans).map(({ path, code }) => `${path} ${code}`);
  expect(codesOf(at("09:00", "13:00"), at("13:00", "02:00", true))).toEqual([]);
  expect(codesOf(at("09:00", "08:00"))).toEqual(["spans.0.closes closes_before_opening"]);
  expect(codesOf(at("09:00", "13:00"), at("12:00", "14:00"))).toEqual(["spans.1.opens hours_overlap"]);
  expect(codesOf({ ...at("09:00", "13:00"), season: "custom" })).toEqual(["spans.0.validFrom season_days"]);
});
