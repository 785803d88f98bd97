/** The paths of the lists in which the records of a resource have their pages. */
export const recordPaths: Readonly<Record<string, `/${string}`>> = {
  brands: "/apps/brand/brands",
  categories: "/apps/category/categories",
  certifiers: "/apps/certifier/bodies",
  halalStandards: "/apps/certifier/standards",
  retailerTypes: "/apps/retailer-type/types",
  members: "/apps/promocode/members",
  promocodes: "/apps/promocode/promocodes",
  funding: "/apps/e-wallet/funding",
  payouts: "/apps/e-wallet/payouts",
  wallets: "/apps/e-wallet/wallets",
  users: "/apps/user/users",
  roles: "/apps/role/roles",
};
