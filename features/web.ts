import { approvalScreens } from "#features/access/approvals/web/routes.tsx";
import { apiKeyScreens } from "#features/access/api-keys/web/routes.tsx";
import { assignmentScreens } from "#features/retail/assignments/web/routes.tsx";
import { auditScreens } from "#features/access/audit/web/routes.tsx";
import { brandScreens } from "#features/catalogue/brands/web/routes.tsx";
import { certificateScreens } from "#features/halal/certificates/web/routes.tsx";
import { categoryScreens } from "#features/catalogue/categories/web/routes.tsx";
import { certifierScreens } from "#features/halal/certifiers/web/routes.tsx";
import { homeScreens } from "#features/platform/home/web/routes.tsx";
import { jobScreens } from "#features/platform/jobs/web/routes.tsx";
import { importScreens } from "#features/platform/imports/web/routes.tsx";
import { adjustmentScreens, ledgerScreens } from "#features/loyalty/ledger/web/routes.tsx";
import { liveScreens } from "#features/platform/live/web/routes.tsx";
import { memberScreens } from "#features/loyalty/members/web/routes.tsx";
import { notificationScreens } from "#features/platform/notifications/web/routes.tsx";
import { permissionScreens } from "#features/access/permissions/web/routes.tsx";
import { productScreens } from "#features/catalogue/products/web/routes.tsx";
import { promocodeScreens, redemptionScreens } from "#features/loyalty/promocodes/web/routes.tsx";
import { providerScreens } from "#features/access/providers/web/routes.tsx";
import { retailerScreens } from "#features/retail/retailers/web/routes.tsx";
import { retailerTypeScreens } from "#features/retail/retailer-types/web/routes.tsx";
import { roleScreens } from "#features/access/roles/web/routes.tsx";
import { sightingScreens } from "#features/halal/sightings/web/routes.tsx";
import { sessionScreens } from "#features/access/session/web/routes.tsx";
import { standardScreens } from "#features/halal/standards/web/routes.tsx";
import { userScreens } from "#features/access/users/web/routes.tsx";
import {
  cashbackScreens,
  loyaltySettingScreens,
  payoutScreens,
  statementScreens,
  walletScreens,
} from "#features/loyalty/wallet/web/routes.tsx";
import { webhookScreens } from "#features/platform/webhooks/web/routes.tsx";
import type { Screens } from "#web/screens.ts";

/** The screens of the product. Their order has no effect: the server decides the menu's. */
export const featureScreens: readonly Screens[] = [
  homeScreens,
  adjustmentScreens,
  apiKeyScreens,
  approvalScreens,
  assignmentScreens,
  auditScreens,
  brandScreens,
  certificateScreens,
  categoryScreens,
  certifierScreens,
  importScreens,
  jobScreens,
  ledgerScreens,
  liveScreens,
  memberScreens,
  notificationScreens,
  permissionScreens,
  productScreens,
  promocodeScreens,
  redemptionScreens,
  providerScreens,
  retailerScreens,
  retailerTypeScreens,
  roleScreens,
  sessionScreens,
  sightingScreens,
  standardScreens,
  userScreens,
  cashbackScreens,
  loyaltySettingScreens,
  payoutScreens,
  statementScreens,
  walletScreens,
  webhookScreens,
];
