import type { Feature } from "#api/serve.ts";
import { apiKeysFeature } from "#features/apiKeys/api/routes.ts";
import { approvalsFeature } from "#features/approvals/api/routes.ts";
import { assignmentsFeature } from "#features/assignments/api/routes.ts";
import { auditFeature } from "#features/audit/api/routes.ts";
import { brandsFeature } from "#features/brands/api/routes.ts";
import { certificatesFeature } from "#features/certificates/api/routes.ts";
import { categoriesFeature } from "#features/categories/api/routes.ts";
import { certifiersFeature } from "#features/certifiers/api/routes.ts";
import { filesFeature } from "#features/files/api/routes.ts";
import { importsFeature } from "#features/imports/api/routes.ts";
import { productsFeature } from "#features/products/api/routes.ts";
import { offersFeature } from "#features/offers/api/routes.ts";
import { providersFeature } from "#features/providers/api/routes.ts";
import { permissionsFeature } from "#features/permissions/api/routes.ts";
import { retailersFeature } from "#features/retailers/api/routes.ts";
import { retailerTypesFeature } from "#features/retailerTypes/api/routes.ts";
import { referenceFeature } from "#features/reference/api/routes.ts";
import { rolesFeature } from "#features/roles/api/routes.ts";
import { sightingsFeature } from "#features/sightings/api/routes.ts";
import { sessionFeature } from "#features/session/api/routes.ts";
import { usersFeature } from "#features/users/api/routes.ts";
import { webhooksFeature } from "#features/webhooks/api/routes.ts";

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
  referenceFeature,
];

/** The product's features. Their order is the menu's order. The log and the imports are of what the areas bring for them. */
export const features: readonly Feature[] = [
  ...areas,
  approvalsFeature(areas.flatMap((area) => area.approvals ?? [])),
  auditFeature(areas),
  filesFeature(areas.flatMap((area) => area.filePurposes ?? [])),
  importsFeature(areas.flatMap((area) => area.importers ?? [])),
];
