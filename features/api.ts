import type { Feature } from "#api/serve.ts";
import { apiKeysFeature } from "#features/access/api-keys/api/routes.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { auditFeature } from "#features/access/audit/api/routes.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { bulkRunsFeature } from "#features/platform/bulk-runs/api/routes.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { certifiersFeature } from "#features/halal/certifiers/api/routes.ts";
import { exportsFeature } from "#features/platform/exports/api/routes.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { homeFeature } from "#features/platform/home/api/routes.ts";
import { notificationsFeature } from "#features/platform/notifications/api/routes.ts";
import { jobsFeature } from "#features/platform/jobs/api/routes.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { liveFeature } from "#features/platform/live/api/routes.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { offersFeature } from "#features/retail/offers/api/routes.ts";
import { ledgerFeature, type LedgerExtension } from "#features/loyalty/ledger/api/routes.ts";
import { membersFeature } from "#features/loyalty/members/api/routes.ts";
import { providersFeature } from "#features/access/providers/api/routes.ts";
import { permissionsFeature } from "#features/access/permissions/api/routes.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { referenceFeature } from "#features/platform/reference/api/routes.ts";
import { rolesFeature } from "#features/access/roles/api/routes.ts";
import { searchFeature } from "#features/platform/search/api/routes.ts";
import { sightingsFeature } from "#features/halal/sightings/api/routes.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { viewsFeature } from "#features/platform/views/api/routes.ts";
import { walletLaws } from "#features/loyalty/wallet/api/service/laws.ts";
import { followAdjustment, walletOfMember } from "#features/loyalty/wallet/api/service/memberChanges.ts";
import { walletFeature } from "#features/loyalty/wallet/api/routes.ts";
import { webhooksFeature } from "#features/platform/webhooks/api/routes.ts";

/** What areas above the ledger add to it. `npm run verify:ledger` checks the same laws. */
export const ledgerExtensions: readonly LedgerExtension[] = [{ laws: walletLaws, followMember: followAdjustment }];

const areas: readonly Feature[] = [
  sessionFeature,
  providersFeature,
  usersFeature,
  apiKeysFeature,
  rolesFeature,
  permissionsFeature,
  brandsFeature,
  categoriesFeature,
  certifiersFeature,
  productsFeature,
  offersFeature,
  webhooksFeature,
  retailerTypesFeature,
  retailersFeature,
  sightingsFeature,
  certificatesFeature,
  assignmentsFeature,
  membersFeature([walletOfMember]),
  ledgerFeature(ledgerExtensions),
  promocodesFeature,
  walletFeature,
  referenceFeature,
  viewsFeature,
];

/**
 * The product's features, in menu order, and the demonstration applications after them. The log, the imports, search and
 * home get what the others declare for them.
 */
export function featuresWith(demos: readonly Feature[]): readonly Feature[] {
  const all = [...areas, ...demos];
  const audited = auditFeature(areas);
  const approvals = approvalsFeature(all.flatMap((area) => area.approvals ?? []));
  const background = [
    importsFeature(all.flatMap((area) => area.importers ?? [])),
    bulkRunsFeature(all.flatMap((area) => area.bulk ?? [])),
    exportsFeature([...all, audited].flatMap((area) => area.routes)),
  ];
  return [
    ...areas,
    approvals,
    liveFeature,
    audited,
    ...background,
    jobsFeature([...all, ...background].flatMap((area) => area.runs ?? [])),
    filesFeature(all.flatMap((area) => area.filePurposes ?? [])),
    searchFeature(all.flatMap((area) => area.searchable ?? [])),
    notificationsFeature,
    homeFeature([...all, approvals].flatMap((area) => area.home ?? [])),
    ...demos,
  ];
}

/** Without the demonstration applications. */
export const features: readonly Feature[] = featuresWith([]);
