import type { Brand } from "#features/catalogue/brands/contract.ts";
import { type BrandInput, brandFields } from "#features/catalogue/brands/fields.ts";
import { brandLifecycle } from "#features/catalogue/brands/lifecycle.ts";
import { type Requirements, submitRequirements } from "#web/records/requirements.ts";

/** What a draft must have to be submitted. */
export const requirements: Requirements<BrandInput, Brand> = submitRequirements(brandLifecycle, {
  to: "submitted",
  statusOf: ({ status }) => status,
  factsOf: (values, record) => ({ ...values, status: record?.status ?? "draft" }),
  bare: brandFields.empty,
  places: {
    country_missing: { fields: ["country"] },
    contact_missing: { fields: ["contactEmail", "contactPhone"], isOneOf: true },
  },
});
