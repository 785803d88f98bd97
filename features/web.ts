import { approvalScreens } from "#features/approvals/web/routes.tsx";
import { apiKeyScreens } from "#features/apiKeys/web/routes.tsx";
import { assignmentScreens } from "#features/assignments/web/routes.tsx";
import { auditScreens } from "#features/audit/web/routes.tsx";
import { brandScreens } from "#features/brands/web/routes.tsx";
import { certificateScreens } from "#features/certificates/web/routes.tsx";
import { categoryScreens } from "#features/categories/web/routes.tsx";
import { certifierScreens } from "#features/certifiers/web/routes.tsx";
import { homeScreens } from "#features/home/web/routes.tsx";
import { importScreens } from "#features/imports/web/routes.tsx";
import { permissionScreens } from "#features/permissions/web/routes.tsx";
import { productScreens } from "#features/products/web/routes.tsx";
import { providerScreens } from "#features/providers/web/routes.tsx";
import { retailerScreens } from "#features/retailers/web/routes.tsx";
import { retailerTypeScreens } from "#features/retailerTypes/web/routes.tsx";
import { roleScreens } from "#features/roles/web/routes.tsx";
import { sightingScreens } from "#features/sightings/web/routes.tsx";
import { sessionScreens } from "#features/session/web/routes.tsx";
import { standardScreens } from "#features/standards/web/routes.tsx";
import { userScreens } from "#features/users/web/routes.tsx";
import { webhookScreens } from "#features/webhooks/web/routes.tsx";
import type { Screens } from "#web/screens.ts";

/** The screens of the product. Their order means nothing: the menu's is the server's. */
export const featureScreens: readonly Screens[] = [
  homeScreens,
  apiKeyScreens,
  approvalScreens,
  assignmentScreens,
  auditScreens,
  brandScreens,
  certificateScreens,
  categoryScreens,
  certifierScreens,
  importScreens,
  permissionScreens,
  productScreens,
  providerScreens,
  retailerScreens,
  retailerTypeScreens,
  roleScreens,
  sessionScreens,
  sightingScreens,
  standardScreens,
  userScreens,
  webhookScreens,
];
