/** Which rows a grant reaches: all, those inside the user's scopes, or those the user created (domain 1.13). */
export const rowLimits = ["all", "scope", "own"] as const;
export type RowLimit = (typeof rowLimits)[number];

/** The kinds of scopes. A retailer includes its branches, a category everything below it. */
export const scopeKinds = ["brand", "retailer", "category", "country"] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** One scope of a user: a record by its id, a country by ISO 3166-1 alpha-2. */
export type RowScope = { readonly kind: ScopeKind; readonly target: string };

/**
 * A permission of a role, and its limit. `*` is every permission, `*.read` that action of every resource but accounts.
 */
export type Grant = { readonly permission: string; readonly limit: RowLimit };

/** The permissions of a caller, each with its limits: any one of them is enough. */
export type Permissions = ReadonlyMap<string, readonly RowLimit[]>;

const grantPattern = /^(?<permission>\*|(?:\*|[a-z][A-Za-z]*)\.[a-z][A-Za-z]*)(?:@(?<limit>scope|own))?$/;

/** `brands.read`, `brands.read@scope`, `*`, `*.read`: the form in which roles store grants. Null for anything else. */
export function parseGrant(text: string): Grant | null {
  const { permission, limit = "all" } = grantPattern.exec(text)?.groups ?? {};
  return permission === undefined ? null : { permission, limit: limit as RowLimit };
}

export const formatGrant = ({ permission, limit }: Grant) => (limit === "all" ? permission : `${permission}@${limit}`);

export const resourceOf = (permission: string) => permission.slice(0, permission.indexOf("."));
export const actionOf = (permission: string) => permission.slice(permission.indexOf(".") + 1);

/** The known permissions that the grants contain; unknown ones are ignored. */
export function permissionsOf(known: Iterable<string>, grants: readonly string[]): Permissions {
  const parsed = grants.flatMap((text) => parseGrant(text) ?? []);
  const reached = new Map<string, readonly RowLimit[]>();
  for (const permission of known) {
    const limits = new Set(parsed.filter((grant) => isMeant(grant, permission)).map(({ limit }) => limit));
    if (limits.size > 0) reached.set(permission, limits.has("all") ? ["all"] : [...limits].sort());
  }
  return reached;
}

/** Accounts are for administrators (spec 000 §6): `*.read` and the like do not include them; only naming them does. */
const onlyByName: ReadonlySet<string> = new Set(["users"]);

const isMeant = ({ permission: granted }: Grant, permission: string) =>
  granted === "*" ||
  granted === permission ||
  (granted === `*.${actionOf(permission)}` && !onlyByName.has(resourceOf(permission)));

/** The permissions in both: while viewing as another user, a caller sees no more than with their own. */
export function commonPermissions(a: Permissions, b: Permissions): Permissions {
  const common = new Map<string, readonly RowLimit[]>();
  for (const [permission, limits] of a) {
    const others = b.get(permission);
    if (others !== undefined) common.set(permission, narrower(limits, others));
  }
  return common;
}

const narrower = (a: readonly RowLimit[], b: readonly RowLimit[]) =>
  a.includes("all") ? b : b.includes("all") ? a : a.filter((limit) => b.includes(limit));

/** Whether `held` includes all that `grant` gives, so that its holder may pass it on. */
export function covers(held: Permissions, grant: Grant, known: Iterable<string>): boolean {
  const wanted = permissionsOf(known, [formatGrant(grant)]);
  return [...wanted].every(([permission, limits]) => {
    const own = held.get(permission) ?? [];
    return own.includes("all") || limits.every((limit) => own.includes(limit));
  });
}
