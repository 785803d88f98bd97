const areas = "/apps/";

/** The id of a navigation item (spec 000 §3): `/apps/brand/brands` is `brand.brands`, `/home` is `home`. */
export const menuItemId = (path: string): string =>
  (path.startsWith(areas) ? path.slice(areas.length) : path.slice(1)).replaceAll("/", ".");

/** The path of the item with this id. */
export const pathOfMenuItem = (id: string): `/${string}` =>
  id === "home" ? "/home" : `${areas}${id.replaceAll(".", "/")}`;
