import {
  covers,
  formatGrant,
  type Grant,
  parseGrant,
  type Permissions,
  permissionsOf,
  resourceOf,
  type RowLimit,
} from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Catalogue, Ctx } from "#api/context.ts";
import { limitsOf } from "#api/scopePolicy.ts";
import { rightsNow } from "#features/access/roles/api/service/rightsLock.ts";
import { roleRefusals } from "#features/access/roles/contract.ts";
import { knownPermissions } from "#features/access/users/api/service/rights.ts";

/** A role's grants in terms of the existing permissions, each spelled out and in one order. */
export const spelledOut = (catalogue: Catalogue, grants: readonly string[]): string[] =>
  grantsIn(knownPermissions(catalogue, grants)).map(formatGrant);

/** Whether any of these allows an operation that grants permissions, moves money or can't be undone. */
export function grantsDanger(catalogue: Catalogue, grants: readonly string[]): boolean {
  const permissions = knownPermissions(catalogue, grants);
  return catalogue.operations.some(({ isDangerous, permission }) => isDangerous && permissions.has(permission));
}

const grantsIn = (permissions: Permissions): Grant[] =>
  [...permissions].flatMap(([permission, limits]) => limits.map((limit) => ({ permission, limit })));

/** The limits that a permission can be granted with: those that its resource supports. */
export const offeredLimits = ({ scopedRows }: Catalogue, permission: string): RowLimit[] =>
  limitsOf(scopedRows.find(({ resource }) => resource === resourceOf(permission)));

/** Refuses with `invalid_input` at the field, naming every grant with an unknown permission or an unsupported limit. */
export function refuseUnknown({ catalogue }: Ctx, grants: readonly string[]): void {
  const unknown = grants.filter((text) => {
    const grant = parseGrant(text);
    return (
      grant === null ||
      !catalogue.permissions.includes(grant.permission) ||
      !offeredLimits(catalogue, grant.permission).includes(grant.limit)
    );
  });
  if (unknown.length === 0) return;
  const params = { grants: unknown.join(", ") };
  const message = `There is nothing to grant by ${params.grants}.`;
  throw commonRefusals.invalid_input({}, [{ path: "grants", code: "unknown_grant", message, params }]);
}

/**
 * Refuses with `grants_too_much`, naming them, if a role would get grants that the caller does not hold. Grants that
 * the role already had may stay, so that a caller who holds less can still remove some of them.
 */
export async function refuseTooMuch(
  ctx: Ctx,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const known = ctx.catalogue.permissions;
  const had = permissionsOf(known, before);
  const added = grantsIn(permissionsOf(known, after)).filter((grant) => !covers(had, grant, known));
  if (added.length === 0) return;
  const held = await rightsNow(ctx);
  const tooMuch = added.filter((grant) => !covers(held, grant, known)).map(formatGrant);
  if (tooMuch.length === 0) return;
  const { grants_too_much } = roleRefusals;
  const details = { permissions: tooMuch.join(", ") };
  const message = `You cannot grant what you do not hold yourself: ${details.permissions}.`;
  throw grants_too_much(details, [{ path: "grants", code: grants_too_much.code, message, params: details }]);
}

/** The changes of grants with one field per permission, so that the audit log shows each one. */
export function grantChanges(catalogue: Catalogue, before: readonly string[], after: readonly string[]) {
  const [had, has] = [knownPermissions(catalogue, before), knownPermissions(catalogue, after)];
  const touched = catalogue.permissions.filter((each) => had.get(each)?.join() !== has.get(each)?.join());
  return Object.fromEntries(
    touched.map((each) => [`grants.${each}`, { before: had.get(each) ?? null, after: has.get(each) ?? null }]),
  );
}
