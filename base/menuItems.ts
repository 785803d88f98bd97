const areas = "/apps/";

/** Spec 000 §9 has this id as the default shortcut: it is the calendar's. */
const eventsId = "events";
export const eventsPath = "/apps/calendar/events";

/** The id of a navigation item (spec 000 §3): `/apps/brand/brands` is `brand.brands`, `/home` is `home`. */
export function menuItemId(path: string): string {
  if (path === eventsPath) return eventsId;
  return (path.startsWith(areas) ? path.slice(areas.length) : path.slice(1)).replaceAll("/", ".");
}

/** The path of the item with this id. */
export function pathOfMenuItem(id: string): `/${string}` {
  if (id === eventsId) return eventsPath;
  return id === "home" ? "/home" : `${areas}${id.replaceAll(".", "/")}`;
}
