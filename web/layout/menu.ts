import type { MenuIcon } from "#base/contract.ts";
import { menuItemId } from "#base/menuItems.ts";
import { searchKey } from "#base/searchKey.ts";
import { homePath } from "#web/guard.ts";
import { type FixedIcon, fixedSections, type MenuKey } from "#web/layout/fixedSections.ts";
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
  /** Codes of the roles that see it. Null: everyone. Empty: only users without a role. */
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
  /** Codes of the user's roles. */
  readonly roles: readonly string[];
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
    return [navigationItem({ title: own(title), translate: title, icon, url: path, children })];
  });
  const mainIds = [...new Set(rows.map((row) => row.ad_main_id))];
  const permitted = mainIds.map((id) =>
    sectionOf(
      rows.filter((row) => row.ad_main_id === id),
      titled,
    ),
  );
  const menu = [...fixed.map((item) => completed(item, permitted)), ...permitted.filter(({ url }) => !isFixed(url))];
  return shownTo(menu, sources.roles);
}

/** The menu without items that only announce what is coming. */
export const builtItems = (menu: Menu, isComing: (path: string) => boolean): Menu =>
  menu
    .map((item) => ({ ...item, children: builtItems(item.children, isComing) }))
    .filter(({ type, url, children }) => (type === "collapse" ? children.length > 0 : !isComing(url)));

/** The items that a user with these roles sees (spec 000 §6). */
export function shownTo(menu: Menu, roles: readonly string[]): Menu {
  const passes = ({ auth }: NavigationItem) =>
    auth === null || (auth.length === 0 ? roles.length === 0 : auth.some((code) => roles.includes(code)));
  return menu
    .filter(passes)
    .map((item) => ({ ...item, children: shownTo(item.children, roles) }))
    .filter(({ type, children }) => children.length > 0 || (type !== "collapse" && type !== "group"));
}

function sectionOf(section: readonly PermissionRow[], titled: MenuSources["titled"]): NavigationItem {
  const [first] = section;
  if (first === undefined) throw new Error("a menu section without a row");
  return navigationItem({
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

export const suggestionsMax = 10; // spec 000 §9

/**
 * Entries where every search word begins a word of the title or the section; those with a matching title first. Titles
 * are also found without their separators: `todo` finds To-do. `alsoKnownAs` gives alternative titles, such as those in
 * the other language. An empty search finds nothing.
 */
export function searchMenu(
  menu: Menu,
  requested: string,
  alsoKnownAs: (path: string) => readonly string[],
): Suggestion[] {
  const messages = searchKey(requested).split(" ").filter(Boolean);
  if (messages.length === 0) return [];
  const found = suggestionsOf(menu).flatMap((suggestion) => {
    const titles = [suggestion.title, ...alsoKnownAs(suggestion.path)].map(searchKey);
    const joined = titles.map((title) => title.replaceAll(" ", ""));
    const known = [...wordsOf(`${titles.join(" ")} ${searchKey(suggestion.section ?? "")}`), ...joined];
    const isFound = messages.every((word) => known.some((one) => one.startsWith(word)));
    return isFound ? [{ suggestion, isFirst: titles.some((title) => title.startsWith(messages.join(" "))) }] : [];
  });
  return found
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
    .slice(0, suggestionsMax)
    .map(({ suggestion }) => suggestion);
}

/** Arabic writes the article joined to its noun, and users search without it: `العلامات` is also `علامات`. */
const wordsOf = (text: string) =>
  text.split(" ").flatMap((word) => (/^ال.{2}/.test(word) ? [word, word.slice(2)] : [word]));

export const suggestionsOf = (menu: Menu, section: string | null = null): Suggestion[] =>
  menu.flatMap((item): Suggestion[] => {
    if (item.children.length > 0) return suggestionsOf(item.children, item.title);
    return item.type === "item" ? [{ title: item.title, path: item.url, section }] : [];
  });
