/** The paths of the lists in which the records of a resource have their pages. */
export const recordPaths: Readonly<Record<string, `/${string}`>> = {
  approvals: "/apps/approval/approvals",
  brands: "/apps/brand/brands",
  categories: "/apps/category/categories",
  certificates: "/apps/cert/certs",
  certifiers: "/apps/certifier/bodies",
  halalStandards: "/apps/certifier/standards",
  retailerTypes: "/apps/retailer-type/types",
  members: "/apps/promocode/members",
  products: "/apps/brand-product/brand-products",
  retailers: "/apps/retailer/retailers",
  promocodes: "/apps/promocode/promocodes",
  funding: "/apps/e-wallet/funding",
  payouts: "/apps/e-wallet/payouts",
  wallets: "/apps/e-wallet/wallets",
  contacts: "/apps/contacts/contact",
  courses: "/apps/academy/courses",
  shopProducts: "/apps/e-commerce/products",
  shopOrders: "/apps/e-commerce/orders",
  users: "/apps/user/users",
  roles: "/apps/role/roles",
  articles: "/apps/knowledge-base/articles",
  faqAnswers: "/apps/faq/answers",
};

/** Areas whose messages are for entries under another resource. */
const areasOfResources: Readonly<Record<string, string>> = {
  approvalRules: "approvals",
  halalStandards: "standards",
  importers: "imports",
  recognitions: "certifiers",
  courses: "academy",
  glossaryTerms: "articles",
  todos: "todo",
};
/** The area whose messages are for the entries of a resource. */
export const areaOf = (resource: string): string => areasOfResources[resource] ?? resource;
