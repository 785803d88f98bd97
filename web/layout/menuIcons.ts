import type { NavigationItem } from "#web/layout/navigation.ts";
import {
  IconBuildingStore,
  IconCategory,
  IconCertificate,
  IconHome,
  IconLayoutGridAdd,
  IconPackage,
  IconShieldLock,
  IconSitemap,
  IconTags,
  IconTicket,
  IconUsers,
  IconWallet,
} from "#web/ui/icons.ts";

export const menuIcons: Readonly<Record<NonNullable<NavigationItem["icon"]>, typeof IconHome>> = {
  home: IconHome,
  user: IconUsers,
  permissions: IconShieldLock,
  brands: IconTags,
  "brand-products": IconPackage,
  "brand-categories": IconSitemap,
  retailers: IconBuildingStore,
  certificates: IconCertificate,
  wallet: IconWallet,
  types: IconCategory,
  promocode: IconTicket,
  apps: IconLayoutGridAdd,
};
