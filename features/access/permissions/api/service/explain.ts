import { and, asc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Input } from "#base/contract.ts";
import { formatGrant, parseGrant, permissionsOf, resourceOf, type RowLimit } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { scopeFor } from "#api/scopeCondition.ts";
import { isValidAt } from "#features/access/permissions/api/service/holders.ts";
import { isInside, namedScopes, readObject, rowsOf } from "#features/access/permissions/api/service/objects.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";
import { userRolesTable as held, usersTable } from "#features/access/users/api/tables.ts";
import type { ExplainedStep, Explanation, permissions, Verdict } from "#features/access/permissions/contract.ts";
import { readAllRoles } from "#features/access/roles/api/service/allRoles.ts";
import { peopleSeen } from "#features/access/roles/api/service/people.ts";
import { readRights, type Rights } from "#features/access/users/api/service/rights.ts";

/**
 * Explains why a user may or may not do something: the checks, in the API's order.
 *
 * Refuses with `not_found` for a user or a record that the caller may not see, and with `invalid_input` for an unknown
 * permission.
 */
export async function explainPermission(ctx: Ctx, input: Input<typeof permissions.explain>): Promise<Explanation> {
  const { userId, permission, resourceId } = input;
  refuseUnknown(ctx, permission);
  const subject = await readExplainedUser(ctx, userId);
  const rows = rowsOf(ctx, resourceOf(permission));
  const object = resourceId === undefined ? null : await readObject(ctx, rows, resourceId);
  const [rights, heldRoles] = await Promise.all([readRights(ctx, { userId }), readHeldRoles(ctx, userId)]);
  const found = await lookAt(ctx, { person: subject, permission, rights, heldRoles, object });
  return {
    person: { userId, name: subject.name },
    permission,
    isDangerous: ctx.catalogue.operations.some((each) => each.permission === permission && each.isDangerous),
    object,
    ...found,
    isConditional: found.verdict !== "denied" && found.steps.some(({ outcome }) => outcome === "warn"),
  };
}

function refuseUnknown({ catalogue }: Ctx, permission: string) {
  if (catalogue.permissions.includes(permission)) return;
  const message = "This permission doesn’t exist.";
  throw commonRefusals.invalid_input({}, [{ path: "permission", code: "permission_unknown", message }]);
}

type ExplainedUser = Awaited<ReturnType<typeof readExplainedUser>>;

/** Users may always ask about themselves. */
async function readExplainedUser(ctx: Ctx, userId: string) {
  const { id, name, status, mustChangePassword, hasSecondFactor } = usersTable;
  const isSeen = userId === actorOf(ctx).userId ? undefined : peopleSeen(ctx);
  const [found] = await ctx.db
    .select({ id, name, status, mustChangePassword, hasSecondFactor })
    .from(usersTable)
    .where(and(eq(id, userId), isSeen));
  if (found === undefined || found.status === "erased") throw commonRefusals.not_found();
  return found;
}

const granters = alias(usersTable, "granters");
type HeldRole = Awaited<ReturnType<typeof readHeldRoles>>[number];

const readHeldRoles = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({
      id: rolesTable.id,
      title: rolesTable.title,
      titleI18n: rolesTable.titleI18n,
      grants: rolesTable.grants,
      needsSecondFactor: rolesTable.needsSecondFactor,
      isValid: isValidAt(ctx.now),
      validFrom: held.validFrom,
      validTo: held.validTo,
      grantedAt: held.grantedAt,
      grantedBy: granters.name,
    })
    .from(held)
    .innerJoin(rolesTable, eq(rolesTable.id, held.roleId))
    .leftJoin(granters, eq(granters.id, held.grantedBy))
    .where(eq(held.userId, userId))
    .orderBy(asc(held.grantedAt), asc(rolesTable.title));

type ExplainInput = {
  readonly person: ExplainedUser;
  readonly permission: string;
  readonly rights: Rights;
  readonly heldRoles: readonly HeldRole[];
  readonly object: { readonly id: string; readonly title: string } | null;
};
type GrantsFound = { readonly verdict: Verdict; readonly steps: ExplainedStep[] };

async function lookAt(ctx: Ctx, requested: ExplainInput): Promise<GrantsFound> {
  const { person, permission, heldRoles } = requested;
  const isActive = person.status === "active";
  const account: ExplainedStep = isActive
    ? { code: "account_active", outcome: "pass" }
    : { code: "account_not_active", outcome: "stop", status: person.status };
  const valid = heldRoles.filter((role) => role.isValid);
  const granting = valid.filter((role) => limitsIn(role, permission).length > 0);
  const notes = expiredNotes(ctx, heldRoles, permission);
  if (granting.length === 0) {
    const nothing: ExplainedStep =
      valid.length === 0
        ? { code: "no_role", outcome: "stop" }
        : { code: "no_role_grants", outcome: "stop", rolesCount: valid.length };
    return { verdict: "denied", steps: [account, nothing, ...notes, ...(await wouldGrant(ctx, requested))] };
  }
  const reach = await reachOf(ctx, requested);
  const others = valid.length - granting.length;
  return {
    verdict: isActive ? reach.verdict : "denied",
    steps: [
      account,
      ...granting.flatMap((role) => roleSteps(role, permission)),
      ...reach.steps,
      ...requiredActionSteps(person, valid),
      ...notes,
      ...(others > 0 ? [{ code: "other_roles", outcome: "note", rolesCount: others } as const] : []),
    ],
  };
}

const named = ({ id, title, titleI18n }: Pick<HeldRole, "id" | "title" | "titleI18n">) => ({ id, title, titleI18n });

const limitsIn = ({ grants }: { readonly grants: readonly string[] }, permission: string): readonly RowLimit[] =>
  permissionsOf([permission], grants).get(permission) ?? [];

function roleSteps(role: HeldRole, permission: string): ExplainedStep[] {
  const { grantedBy, grantedAt, validTo } = role;
  return [
    { code: "holds_role", outcome: "pass", role: named(role), grantedBy, grantedAt, validTo },
    ...limitsIn(role, permission).map((limit): ExplainedStep => {
      const grant = grantBehind(role, permission, limit);
      return { code: "role_grants", outcome: "pass", role: named(role), grant, limit };
    }),
  ];
}

/** The grant as in the role: by name before a wildcard. */
function grantBehind({ grants }: HeldRole, permission: string, limit: RowLimit): string {
  const byName = formatGrant({ permission, limit });
  if (grants.includes(byName)) return byName;
  const found = grants.find(
    (text) => parseGrant(text)?.limit === limit && limitsIn({ grants: [text] }, permission).length > 0,
  );
  return found ?? byName;
}

/** The rows: all, or those that match the condition of lists and writes. */
async function reachOf(ctx: Ctx, { person, permission, rights, object }: ExplainInput): Promise<GrantsFound> {
  const limits = rights.permissions.get(permission) ?? [];
  if (limits.includes("all")) return { verdict: "allowed", steps: [] };
  const rows = rowsOf(ctx, resourceOf(permission));
  const steps: ExplainedStep[] = [];
  const scopes = rights.scopes.filter(({ kind }) => rows === undefined || rows.by[kind] !== undefined);
  const isBound = limits.includes("scope") && scopes.length > 0;
  if (limits.includes("scope")) {
    const outcome = isBound || limits.includes("own") ? "pass" : "stop";
    steps.push({ code: "reaches_scopes", outcome, scopes: await namedScopes(ctx, scopes) });
  }
  if (limits.includes("own")) steps.push({ code: "reaches_own", outcome: "pass" });
  if (!isBound && !limits.includes("own")) return { verdict: "denied", steps };
  if (object === null || rows === undefined) return { verdict: "someRows", steps };
  const scope = scopeFor({ userId: person.id, ...rights }, rows, permission);
  const isAllowed = await isInside(ctx, rows, { id: object.id, scope });
  steps.push(
    isAllowed
      ? { code: "object_inside", outcome: "pass", object: object.title }
      : { code: "object_outside", outcome: "stop", object: object.title },
  );
  return { verdict: isAllowed ? "allowed" : "denied", steps };
}

/** Actions that are required before any other call. */
function requiredActionSteps(
  { mustChangePassword, hasSecondFactor }: ExplainedUser,
  valid: readonly HeldRole[],
): ExplainedStep[] {
  const asking = valid.filter(({ needsSecondFactor }) => needsSecondFactor);
  return [
    ...(mustChangePassword ? [{ code: "password_change_due", outcome: "warn" } as const] : []),
    ...(asking.length > 0 && !hasSecondFactor
      ? [{ code: "second_factor_due", outcome: "warn", roles: asking.map(named) } as const]
      : []),
  ];
}

/** Roles that would grant it, but have expired or not started. */
const expiredNotes = (ctx: Ctx, roles: readonly HeldRole[], permission: string): ExplainedStep[] =>
  roles
    .filter((role) => !role.isValid && limitsIn(role, permission).length > 0)
    .map((role) => {
      const isOver = role.validTo !== null && role.validTo <= ctx.now;
      const at = (isOver ? role.validTo : role.validFrom) ?? role.grantedAt;
      return { code: "role_not_valid", outcome: "note", role: named(role), isOver, at };
    });

const namedMax = 3;

/** Roles that would help. */
async function wouldGrant(ctx: Ctx, { permission, heldRoles }: ExplainInput): Promise<ExplainedStep[]> {
  const all = await readAllRoles(ctx);
  const helping = all.filter(
    (role) => limitsIn(role, permission).length > 0 && !heldRoles.some(({ id }) => id === role.id),
  );
  if (helping.length === 0) return [];
  const roles = helping.slice(0, namedMax).map(named);
  return [{ code: "would_grant", outcome: "note", roles, rolesCount: helping.length }];
}
