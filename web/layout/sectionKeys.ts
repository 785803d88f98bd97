/**
 * The letter that opens a section of the menu, after `g`: a letter of the English title. It is the same in every
 * language and for every user, so that it can be learned.
 */
export const sectionKeys: Readonly<Record<string, string>> = {
  "/home": "h",
  "/apps/retailer": "r",
  "/apps/e-wallet": "w",
  "/apps/retailer-type": "t",
  "/apps/promocode": "m",
  "/apps/user/users": "u",
  "/apps/role/roles": "o",
  "/apps/brand/brands": "b",
  "/apps/brand-product/brand-products": "p",
  "/apps/category/categories": "c",
  "/apps/cert/certs": "e",
  "/apps/todo": "d",
};
