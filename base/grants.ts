/** Which rows a grant reaches: every one, those inside the person's scopes, or those the person made (domain 1.13). */
export const rowLimits = ["all", "scope", "own"] as const;
export type RowLimit = (typeof rowLimits)[number];

/** What a person can be bound to. A retailer is meant with its branches, a category with what lies below it. */
export const scopeKinds = ["brand", "retailer", "category", "country"] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** One thing that a person is bound to: a record by its id, a country by ISO 3166-1 alpha-2. */
export type RowScope = { readonly kind: ScopeKind; readonly target: string };

/** What a role says: a permission, and how far it reaches. `*` is every permission, `*.read` that action everywhere but on accounts. */
export type Grant = { readonly permission: string; readonly limit: RowLimit };

/** What somebody may do, and for each which rows: any of the limits is enough. */
export type Permissions = ReadonlyMap<string, readonly RowLimit[]>;

const grantPattern = /^(?<permission>\*|(?:\*|[a-z][A-Za-z]*)\.[a-z][A-Za-z]*)(?:@(?<limit>scope|own))?$/;

/** `brands.read`, `brands.read@scope`, `*`, `*.read`: as roles keep them. Null for anything else. */
export function parseGrant(text: string): Grant | null {
  const { permission, limit = "all" } = grantPattern.exec(text)?.groups ?? {};
  return permission === undefined ? null : { permission, limit: limit as RowLimit };
}

export const formatGrant = ({ permission, limit }: Grant) => (limit === "all" ? permission : `${permission}@${limit}`);

export const resourceOf = (permission: string) => permission.slice(0, permission.indexOf("."));
export const actionOf = (permission: string) => permission.slice(permission.indexOf(".") + 1);

/** What grants mean among the permissions that there are; what none of them names means nothing. */
export function permissionsOf(known: Iterable<string>, grants: readonly string[]): Permissions {
  const parsed = grants.flatMap((text) => parseGrant(text) ?? []);
  const reached = new Map<string, readonly RowLimit[]>();
  for (const permission of known) {
    const limits = new Set(parsed.filter((grant) => isMeant(grant, permission)).map(({ limit }) => limit));
    if (limits.size > 0) reached.set(permission, limits.has("all") ? ["all"] : [...limits].sort());
  }
  return reached;
}

/** Accounts are the administrators' (spec 000 §6): an action everywhere does not reach them; naming them does. */
const onlyByName: ReadonlySet<string> = new Set(["users"]);

const isMeant = ({ permission: granted }: Grant, permission: string) =>
  granted === "*" ||
  granted === permission ||
  (granted === `*.${actionOf(permission)}` && !onlyByName.has(resourceOf(permission)));

/** What both allow: somebody who looks through another's eyes sees no more than with their own. */
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

/** Whether holding `held` is holding all that `grant` gives, so that it may be given on. */
export function covers(held: Permissions, grant: Grant, known: Iterable<string>): boolean {
  const wanted = permissionsOf(known, [formatGrant(grant)]);
  return [...wanted].every(([permission, limits]) => {
    const own = held.get(permission) ?? [];
    return own.includes("all") || limits.every((limit) => own.includes(limit));
  });
}
