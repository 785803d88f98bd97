import { describe, expect, test } from "vitest";
import { type BrandStatus, brandStatuses } from "#features/catalogue/brands/contract/statuses.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { brandLifecycle, isDeletable } from "#features/catalogue/brands/lifecycle.ts";

const complete = { country: "AE", contactEmail: "a@noor.example", contactPhone: null, defaultCurrency: "AED" };
const brand = (status: BrandStatus, more: object = {}) => ({ ...complete, status, ...more });
const steps = (status: BrandStatus, more: object = {}) =>
  brandLifecycle
    .from(brand(status, more))
    .map(({ to, blockers }) => (blockers.length === 0 ? to : `${to}: ${blockers.join()}`));

describe("the life of a brand", () => {
  test("goes from draft to review, to active, is suspended, and ends archived", () => {
    expect(Object.fromEntries(brandStatuses.map((status) => [status, steps(status)]))).toEqual({
      draft: ["submitted"],
      submitted: ["active", "rejected"],
      active: ["suspended", "archived: suspend_first"],
      suspended: ["active", "archived"],
      rejected: ["draft", "archived"],
      archived: [],
    });
  });

  test("needs a country and a contact for review, and also a currency to be active", () => {
    const bare = { country: null, contactEmail: null, contactPhone: null, defaultCurrency: null };
    expect(steps("draft", bare)).toEqual(["submitted: country_missing,contact_missing"]);
    expect(steps("draft", { ...bare, country: "AE", contactPhone: "+442079460123" })).toEqual(["submitted"]);
    expect(steps("submitted", bare)).toEqual(["active: country_missing,contact_missing,currency_missing", "rejected"]);
    expect(steps("suspended", { defaultCurrency: null })).toEqual(["active: currency_missing", "archived"]);
  });

  test("names each transition, with different names from one status", () => {
    const actions = brandStatuses.map((from) => brandLifecycle.from(brand(from)).map(({ action }) => action));
    expect(actions).toEqual([
      ["submit"],
      ["approve", "reject"],
      ["suspend", "archive"],
      ["reactivate", "archive"],
      ["reopen", "archive"],
      [],
    ]);
  });

  test("needs a reason to suspend or reject a brand", () => {
    const needsReason = (to: BrandStatus) => brandLifecycle.into(to).some((each) => each.needsReason);
    expect(brandStatuses.filter(needsReason)).toEqual(["suspended", "rejected"]);
    expect(brandLifecycle.find(brand("active"), "suspended")).toMatchObject({ needsReason: true });
    expect(brandLifecycle.find(brand("active"), "submitted")).toBeNull();
  });

  test("can be deleted only as a draft", () => {
    expect(brandStatuses.filter((status) => isDeletable({ status }))).toEqual(["draft"]);
  });
});

describe("a brand as a whole", () => {
  const errors = (values: object, status: BrandStatus = "draft") =>
    brandFields
      .errorsOf({ ...brandFields.empty, name: "Noor", ...values }, status)
      .map(({ path, code }) => `${path}: ${code}`);

  test("has amounts only together with a currency", () => {
    expect(errors({ lowBalanceAlertMinor: 0, monthlyBudgetMinor: 5 })).toEqual([
      "lowBalanceAlertMinor: amount_without_currency",
      "monthlyBudgetMinor: amount_without_currency",
    ]);
    expect(errors({ lowBalanceAlertMinor: 0, defaultCurrency: "AED" })).toEqual([]);
    expect(errors({})).toEqual([]);
  });

  test("keeps what its status requires", () => {
    expect(errors({}, "active")).toEqual([
      "country: country_missing",
      "contactEmail: contact_missing",
      "defaultCurrency: currency_missing",
    ]);
    expect(errors({}, "submitted")).toEqual(["country: country_missing", "contactEmail: contact_missing"]);
    for (const status of ["draft", "suspended", "rejected", "archived"] as const)
      expect(errors({}, status)).toEqual([]);
    expect(errors(complete, "active")).toEqual([]);
  });
});
