import * as z from "zod/mini";
import { anyOf } from "#base/list.ts";
import * as schemas from "#base/fields.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";
import { certifierFields, type CertifierInput } from "#features/halal/certifiers/fields.ts";

/**
 * Certificates of a suspended or archived certifier prove nothing, so other areas handle both events alike. Suspending
 * takes a permission of its own: a suspended certifier is reinstated before it can be archived.
 */
export const certifierLifecycle = lifecycle()({
  active: {
    suspend: { to: "suspended", needsReason: true, event: "certifier.suspended", hasImpact: true },
    archive: { to: "archived", event: "certifier.suspended" },
  },
  suspended: { reinstate: { to: "active", needsReason: true, event: "certifier.reinstated", hasImpact: true } },
  archived: { restore: { to: "active", event: "certifier.reinstated" } },
});

const description = describeRecord({
  name: "certifiers",
  path: "/api/v1/certifying-bodies",
  fields: certifierFields,
  statuses: certifierLifecycle.statuses,
  more: {
    /** Why it was suspended or reinstated. */
    statusReason: z.nullable(z.string()),
    statusChangedAt: z.string(),
    /** Certificates of every state that name it. */
    certificateCount: z.int(),
    /** Those that are verified or suspended and have not ended. While there are any, it can't be archived. */
    inForceCount: z.int(),
    /** Markets whose list names it today. */
    markets: z.array(z.string()),
  },
  // biome-ignore format: a list
  rowOmits: ["registryUrl", "registryLookupTemplate", "certificateNoPattern", "offLabelTags", "sources", "accreditations", "statusReason", "statusChangedAt", "certificateCount", "inForceCount", "markets", "createdBy", "updatedBy"],
  sorts: ["acronym", "country", "updatedAt"],
  filters: ["kind"],
  moreFilters: { country: anyOf(schemas.countryCode()) },
  // biome-ignore format: a list
  exportColumns: ["acronym", "name", "nameAr", "country", "kind", "website", "registryUrl", "registryLookupTemplate", "certificateNoPattern", "typicalValidityMonths", "renewalFromDays", "renewalToDays", "defaultStunningPolicy", "offLabelTags", "status"],
});
export interface Certifier extends RecordOf<typeof description> {}
export interface CertifierTypes extends TypesOf<typeof description, CertifierInput, Certifier> {}
export const certifierRecord = recordOperations<CertifierTypes>(description);
