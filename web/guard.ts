import type { RequiredAction } from "#base/requiredActions.ts";
import { safePath } from "#web/safePath.ts";
import type { PermissionRow } from "#web/session.tsx";

/** The default destination (spec 000 §2). */
export const homePath = "/home";
export const loginPath = "/login";
/** The user's own account security: also where a second factor is set up. */
/** The user's own account: profile, security, appearance, sessions. */
export const accountPath = "/apps/account";
export const changePasswordPath = "/apps/change-password";

/** Open to every signed-in user, whatever menu the server sends (spec 000 §5). */
export const whitelist = [
  homePath,
  "/apps/retailer/retailers",
  "/apps/retailer/assign-products",
  "/apps/retailer/retailer-details",
  "/apps/e-wallet",
  "/apps/retailer-type/types",
  "/apps/promocode/promocodes",
  "/apps/user/users",
] as const;

/** Counted as in the original, by splitting at the slashes: the empty part before the first slash counts as one. */
const segmentsMax = 5; // spec 000 §2

/**
 * The path by which a route is allowed: without its `:parameter`, and shortened to its parent if it has five segments
 * or more, so that `/apps/brand/brands/7` is allowed by `/apps/brand/brands`.
 */
export function parentPath(path: string): string {
  const segments = path
    .replace(/\/+$/, "")
    .split("/")
    .filter((segment, index) => index === 0 || !segment.startsWith(":"));
  if (segments.length >= segmentsMax) segments.pop();
  return segments.join("/") || "/";
}

/** The user's routes and their children, shortened, and the whitelist. */
export function allowedRoutes(rows: readonly PermissionRow[]): ReadonlySet<string> {
  return new Set([...whitelist, ...rows.flatMap((row) => [row.ad_main_link, parentPath(row.ad_sub_link)])]);
}

/** A path is allowed by itself or by a parent. `/apps` alone is a parent of everything, so it allows nothing. */
export function isAllowed(path: string, allowed: ReadonlySet<string>): boolean {
  if (allowed.has(path)) return true;
  const segments = path.split("/");
  const above = segments.slice(0, -1);
  return above.length > 2 && isAllowed(above.join("/"), allowed);
}

export type GuardQuestion = {
  readonly path: string;
  /** Path and search, to return to. */
  readonly attempted: string;
  /** The `redirect` of the address: untrusted, anyone may have written it. */
  readonly savedRedirect: string | undefined;
  /** `operation`: the route has an auth requirement, and the menu decides whether it may be entered. */
  readonly needs: "public" | "session" | "operation";
  readonly visitor: null | { readonly rows: readonly PermissionRow[]; readonly mustFirst: RequiredAction | null };
};

/** Where to redirect, or null to stay. */
export type GuardAnswer = null | { readonly to: string; readonly redirect?: string };

/** The route guard of spec 000 §2. The permission of the route's own operation is checked afterwards. */
export function guard({ path, attempted, savedRedirect, needs, visitor }: GuardQuestion): GuardAnswer {
  if (visitor === null) return needs === "public" ? null : { to: loginPath, ...remembered(attempted) };
  if (path === loginPath) return { to: visitor.mustFirst !== null ? changePasswordPath : destination(savedRedirect) };
  if (needs === "public") return null;
  if (visitor.mustFirst !== null && path !== changePasswordPath && path !== "/logout")
    return { to: changePasswordPath };
  if (needs === "session" || isAllowed(path, allowedRoutes(visitor.rows))) return null;
  return { to: destination(savedRedirect) };
}

/**
 * Where to send a user who lacks the permission for a path's operation. On a whitelisted path: as if the guard had
 * denied it (spec 000 §2). Null: they stay and see an error.
 */
export function deniedDestination(path: string, savedRedirect: string | undefined): string | null {
  if (path === homePath || !isAllowed(path, new Set(whitelist))) return null;
  const saved = destination(savedRedirect);
  return saved.split("?")[0] === path ? homePath : saved;
}

/** The saved path if it is on this site, else Home. */
export const destination = (savedRedirect: string | undefined): string => safePath(savedRedirect) ?? homePath;

/** Home is the default, so `/login?redirect=/home` would add nothing. */
const remembered = (attempted: string) =>
  safePath(attempted) === null || attempted === "/" || attempted === homePath ? {} : { redirect: attempted };
