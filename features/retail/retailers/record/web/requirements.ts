import type { Retailer } from "#features/retail/retailers/contract.ts";
import type { RetailerInput } from "#features/retail/retailers/record/fields.ts";
import { noBranches, retailerLifecycle } from "#features/retail/retailers/record/lifecycle.ts";
import { type Requirements, submitRequirements } from "#web/records/requirements.ts";

const partOf = (id: string, tab: string) => ({ to: `/apps/retailer/retailers/${id}`, search: { tab } });

/** What a draft must have to be submitted. */
export const requirements: Requirements<RetailerInput, Retailer> = submitRequirements(retailerLifecycle, {
  to: "submitted",
  statusOf: ({ status }) => status,
  factsOf: ({ country, timezone }, record) => ({
    country,
    timezone,
    locationsCount: record?.locationsCount ?? 0,
    contactsCount: record?.contactsCount ?? 0,
    kycStatus: record?.kycStatus ?? "not_started",
    kycLevel: null,
    branches: noBranches,
    type: { isOnline: record?.type.isOnline ?? false, kycLevel: record?.type.kycLevel ?? "none" },
  }),
  bare: { country: null, timezone: null, locationsCount: 0, contactsCount: 0 },
  places: {
    country_missing: { fields: ["country"] },
    timezone_missing: { fields: ["timezone"] },
    location_missing: { linkOf: ({ id }) => partOf(id, "locations") },
    contact_missing: { linkOf: ({ id }) => partOf(id, "contacts") },
  },
});
