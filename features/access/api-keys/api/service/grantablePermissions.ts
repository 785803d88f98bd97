import { covers, type RowScope } from "#base/grants.ts";
import { commonRefusals, type FieldError } from "#base/refusal.ts";
import { actorOf, type Catalogue, type Ctx } from "#api/context.ts";
import { limitsOf, type ScopePolicy } from "#api/scopePolicy.ts";
import { apiKeyRefusals, type KeyChoice } from "#features/access/api-keys/contract.ts";
import { keyErrors, type KeyInput } from "#features/access/api-keys/fields.ts";
import { canEndOn } from "#features/access/api-keys/rules.ts";
import { namedScopes } from "#features/access/permissions/api/service/objects.ts";

/** What a key can be granted: the permissions of operations with `forKeys`. All other operations are excluded. */
export function keyChoices({ operations, scopedRows }: Catalogue): KeyChoice[] {
  const open = operations.filter(({ forKeys }) => forKeys);
  const permissions = [...new Set<string>(open.map(({ permission }) => permission))].sort();
  return permissions.map((permission) => ({
    permission,
    limits: limitsOf(rowsFor(scopedRows, permission)).filter((limit) => limit !== "own"),
    isDangerous: operations.some((each) => each.permission === permission && each.isDangerous),
    calls: open
      .filter((each) => each.permission === permission)
      .map(({ method, path, summary, exampleQuery = "" }) => ({ method, path, summary, exampleQuery })),
  }));
}

const rowsFor = (scopedRows: readonly ScopePolicy[], permission: string) =>
  scopedRows.find(({ resource }) => permission.startsWith(`${resource}.`));

/** Those of them that the caller holds. */
export function ownChoices(ctx: Ctx): KeyChoice[] {
  const { permissions } = actorOf(ctx);
  return keyChoices(ctx.catalogue).flatMap((choice) => {
    const held = permissions.get(choice.permission) ?? [];
    const limits = choice.limits.filter((limit) => held.includes("all") || held.includes(limit));
    return limits.length > 0 ? [{ ...choice, limits }] : [];
  });
}

type KeyRights = Pick<KeyInput, "kind" | "grants" | "scopes">;

/**
 * Refuses with `invalid_input` for what no key can hold, and with `key_grants_too_much` for what the caller does not
 * hold: a permission or, if the caller is limited to scopes, any scope beyond those.
 */
export async function requireGrantable(ctx: Ctx, given: KeyRights, before: KeyRights | null = null): Promise<void> {
  const errors = [...grantErrors(ctx.catalogue, given, before), ...(await scopeErrors(ctx, given))];
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
  requireHeld(ctx, given);
}

/** A user who gets a key's secret can do what the key can, also by renewing it. Refuses with `key_grants_too_much`. */
export function requireHeld(ctx: Ctx, { grants, scopes }: Omit<KeyRights, "kind">): void {
  const { permissions, scopes: own } = actorOf(ctx);
  const isOwn = (scope: RowScope) => own.some(({ kind, target }) => kind === scope.kind && target === scope.target);
  const beyond = scopes.some((scope) => !isOwn(scope));
  const missing = grants.filter((grant) => {
    const isHeld = covers(permissions, grant, ctx.catalogue.permissions);
    const isBounded = grant.limit === "scope" && !permissions.get(grant.permission)?.includes("all");
    return !isHeld || (isBounded && beyond);
  });
  if (missing.length === 0) return;
  throw apiKeyRefusals.key_grants_too_much({ permissions: missing.map(({ permission }) => permission).join(", ") });
}

function grantErrors(catalogue: Catalogue, given: KeyRights, before: KeyRights | null): FieldError[] {
  const choices = new Map(keyChoices(catalogue).map((choice) => [choice.permission, choice]));
  const errors = given.grants.flatMap(({ permission, limit }, place): FieldError[] => {
    const choice = choices.get(permission);
    const params = { permission };
    if (choice === undefined)
      return [
        { path: `grants.${place}`, code: "not_for_keys", message: "API keys can’t have this permission.", params },
      ];
    if (!choice.limits.includes(limit))
      return [
        {
          path: `grants.${place}`,
          code: "limit_unknown",
          message: "This permission can’t be limited to scopes.",
          params,
        },
      ];
    return [];
  });
  return errors.length > 0 ? errors : keyErrors(given, before);
}

/** Records must exist, and the caller must be allowed to see them. The contract lists the countries. */
async function scopeErrors(ctx: Ctx, { scopes }: KeyRights): Promise<FieldError[]> {
  const named = await namedScopes(ctx, scopes);
  return named.flatMap(({ kind, name }, place) =>
    kind === "country" || name !== null
      ? []
      : [{ path: `scopes.${place}`, code: "scope_unknown", message: "Record not found." }],
  );
}

/** Refuses with `invalid_input`. */
export function requireLastDay(ctx: Ctx, lastDay: string): void {
  if (canEndOn(lastDay, ctx.now)) return;
  throw commonRefusals.invalid_input({}, [
    { path: "lastDay", code: "key_lasts_too_long", message: "Choose a date between today and two years from now." },
  ]);
}
