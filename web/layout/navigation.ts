import type { MenuIcon } from "#base/contract.ts";
import { menuItemId } from "#base/menuItems.ts";
import { homePath } from "#web/guard.ts";
import { type FixedIcon, fixedSections, type MenuKey } from "#web/layout/fixedSections.ts";
import type { MenuGroup, NavigationFields } from "#web/screens.ts";
import type { PermissionRow } from "#web/session.tsx";

/** One item of the navigation, with all fields of spec 000 §3. */
export type NavigationItem = {
  readonly id: string;
  /** A `collapse` opens its children, a `group` shows them below its title; a `link` leaves the application. */
  readonly type: "group" | "collapse" | "item" | "link" | "divider";
  /** Title in the language of the screen. */
  readonly title: string;
  /** Key of the shell's messages; null if the server provides the title. */
  readonly translate: string | null;
  readonly url: string;
  readonly icon: MenuIcon | FixedIcon | null;
  /** Badge beside the title, with CSS colours. */
  readonly badge: { readonly title: string; readonly bg: string; readonly fg: string } | null;
  /** Codes of those who see it. Null: everyone. Empty: guests only. */
  readonly auth: readonly string[] | null;
  /** Active only on its own address, not on those below it. */
  readonly exact: boolean;
  /** Where a link opens, such as `_blank`. */
  readonly target: string | null;
  readonly children: readonly NavigationItem[];
};
export type Menu = readonly NavigationItem[];

/** An item with only some fields known. */
export function navigationItem(item: Pick<NavigationItem, "title" | "url"> & Partial<NavigationItem>): NavigationItem {
  const { children = [] } = item;
  return {
    id: menuItemId(item.url),
    type: children.length > 0 ? "collapse" : "item",
    translate: null,
    icon: null,
    badge: null,
    auth: null,
    exact: false,
    target: null,
    ...item,
    children,
  };
}

type MenuSources = {
  /** The shell's own titles, by key. */
  readonly own: (key: MenuKey) => string;
  /** Translations of the server's titles, which are English (spec 000 §3). */
  readonly titled: (english: string) => string;
  /** Whether a path has a screen, which means that users without permission would be denied there. */
  readonly isBuilt: (path: string) => boolean;
  /** Codes of the user's roles; null for a guest. */
  readonly roles: readonly string[] | null;
  /** Fields that the server's rows don't have. */
  readonly fields: readonly NavigationFields[];
};

/** The seven icons of the menu (spec 000 §2) by title, and the icon of the demo applications. */
const iconByTitle: Readonly<Record<string, MenuIcon>> = {
  User: "user",
  Permissions: "permissions",
  Brands: "brands",
  "Brand Products": "brand-products",
  "Brand Categories": "brand-categories",
  Retailers: "retailers",
  Certificates: "certificates",
};

/** The fixed items first, then a section for each main row of the permissions in the server's order. */
export function buildMenu(rows: readonly PermissionRow[], sources: MenuSources): Menu {
  const { own, titled } = sources;
  const permittedPaths = new Set(rows.map((row) => row.ad_sub_link));
  const isOpen = (path: string) => !sources.isBuilt(path) || permittedPaths.has(path) || path === homePath;
  const fixed = fixedSections.flatMap(({ title, icon, path, entries }): NavigationItem[] => {
    const children = entries
      .filter((entry) => isOpen(entry.path))
      .map((entry) => navigationItem({ title: own(entry.title), translate: entry.title, url: entry.path }));
    if (entries.length > 0 ? children.length === 0 : !isOpen(path)) return [];
    // Their screens need a user, whatever the server sends.
    return [navigationItem({ title: own(title), translate: title, icon, url: path, auth: ["user"], children })];
  });
  const mainIds = [...new Set(rows.map((row) => row.ad_main_id))];
  const permitted = mainIds.map((id) =>
    sectionOf(
      rows.filter((row) => row.ad_main_id === id),
      titled,
    ),
  );
  const menu = [...fixed.map((item) => completed(item, permitted)), ...permitted.filter(({ url }) => !isFixed(url))];
  return shownTo(
    menu.map((item) => withFields(item, sources)),
    authCodes(sources.roles),
  );
}

/**
 * What `auth` of an item may name: the roles, `user` for everyone signed in, `staff` for everyone with a role that has
 * tasks, and `admin`, which is a role. A guest has no code.
 */
const authCodes = (roles: readonly string[] | null): readonly string[] =>
  roles === null
    ? []
    : [...roles, "user", ...(roles.some((code) => code !== "user" && code !== "onlyGuest") ? ["staff"] : [])];

/** An item with the fields of its area, and its entries in the groups of theirs. */
function withFields(item: NavigationItem, sources: MenuSources): NavigationItem {
  const entries = item.children.map((child) => {
    const known = sources.fields.find(({ url }) => child.url === url || child.url.startsWith(`${url}/`));
    const { group, url: _, ...fields } = known ?? {};
    return { group, child: { ...child, ...fields } };
  });
  const childrenIn = (wanted: MenuGroup | undefined) =>
    entries.flatMap(({ group, child }) => (group === wanted ? [child] : []));
  const groups = menuGroups.flatMap((group) => {
    const children = childrenIn(group);
    if (children.length === 0) return [];
    const translate = `menu.groups.${group}` as const;
    const title = sources.own(translate);
    return [navigationItem({ id: `${item.id}.${group}`, type: "group", title, translate, url: "", children })];
  });
  return { ...item, children: [...groups, ...childrenIn(undefined)] };
}

const menuGroups = ["work", "people", "content"] as const satisfies readonly MenuGroup[];

/** The menu without items that only announce what is coming. */
export const builtItems = (menu: Menu, isComing: (path: string) => boolean): Menu =>
  menu
    .map((item) => ({ ...item, children: builtItems(item.children, isComing) }))
    .filter(({ type, url, children }) =>
      type === "collapse" || type === "group" ? children.length > 0 : !isComing(url),
    );

/** The items that a user with these codes sees (spec 000 §6). */
function shownTo(menu: Menu, codes: readonly string[]): Menu {
  const passes = ({ auth }: NavigationItem) =>
    auth === null || (auth.length === 0 ? codes.length === 0 : auth.some((code) => codes.includes(code)));
  return menu
    .filter(passes)
    .map((item) => ({ ...item, children: shownTo(item.children, codes) }))
    .filter(({ type, children }) => children.length > 0 || (type !== "collapse" && type !== "group"));
}

function sectionOf(section: readonly PermissionRow[], titled: MenuSources["titled"]): NavigationItem {
  const [first] = section;
  if (first === undefined) throw new Error("a menu section without a row");
  return navigationItem({
    id: first.ad_main_title.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
    title: titled(first.ad_main_title),
    icon: iconByTitle[first.ad_main_title] ?? "apps",
    url: first.ad_main_link,
    children: section.map((row) => navigationItem({ title: titled(row.ad_sub_title), url: row.ad_sub_link })),
  });
}

const isFixed = (path: string) => fixedSections.some((section) => section.path === path);

/** Adds the server's entries of a fixed section to it, without duplicates. */
function completed(item: NavigationItem, permitted: Menu): NavigationItem {
  const further = permitted.find(({ url }) => url === item.url)?.children ?? [];
  const known = new Set(item.children.map(({ url }) => url));
  return { ...item, children: [...item.children, ...further.filter(({ url }) => !known.has(url))] };
}

/**
 * The address of the item that a path belongs to: the longest one that the path begins with, or of an exact item the
 * same one.
 */
export function activePath(menu: Menu, path: string): string | null {
  const above = leavesOf(menu).filter(({ url, exact }) => path === url || (!exact && path.startsWith(`${url}/`)));
  return above.toSorted((a, b) => b.url.length - a.url.length)[0]?.url ?? null;
}

/** Whether the active address is one below this item. */
export const isWithin = ({ children }: NavigationItem, active: string | null): boolean =>
  children.some((child) => (child.children.length > 0 ? isWithin(child, active) : child.url === active));

/** The items that link to a screen of this site. */
const leavesOf = (menu: Menu): NavigationItem[] =>
  menu.flatMap((item) => (item.children.length > 0 ? leavesOf(item.children) : item.type === "item" ? [item] : []));

/** What the palette suggests: a menu entry and its section, or a record and its list. */
export type Suggestion = {
  readonly title: string;
  readonly path: string;
  readonly section: string | null;
  /** What distinguishes a record from others with this title, such as its code. */
  readonly subtitle?: string;
};

export const suggestionsOf = (menu: Menu, section: string | null = null): Suggestion[] =>
  menu.flatMap((item): Suggestion[] => {
    if (item.children.length > 0) return suggestionsOf(item.children, item.type === "group" ? section : item.title);
    return item.type === "item" ? [{ title: item.title, path: item.url, section }] : [];
  });
