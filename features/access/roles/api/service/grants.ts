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

/** What a role's grants mean among the permissions that there are, each spelled out and in one order. */
export const spelledOut = (catalogue: Catalogue, grants: readonly string[]): string[] =>
  grantsIn(knownPermissions(catalogue, grants)).map(formatGrant);

/** Whether any of these means an operation that gives rights away, moves money or cannot be taken back. */
export function grantsDanger(catalogue: Catalogue, grants: readonly string[]): boolean {
  const permissions = knownPermissions(catalogue, grants);
  return catalogue.operations.some(({ isDangerous, permission }) => isDangerous && permissions.has(permission));
}

const grantsIn = (permissions: Permissions): Grant[] =>
  [...permissions].flatMap(([permission, limits]) => limits.map((limit) => ({ permission, limit })));

/** How far a permission can be made to reach: what its resource can tell apart. */
export const offeredLimits = ({ scopedRows }: Catalogue, permission: string): RowLimit[] =>
  limitsOf(scopedRows.find(({ resource }) => resource === resourceOf(permission)));

/** Refuses with `invalid_input` at the field, naming every grant that nothing asks for or that reaches what cannot be told apart. */
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
 * Refuses with `grants_too_much`, naming them, when a role would come to give what its writer does not hold. What the role
 * gave before may stay: somebody who holds less can still take from it.
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

/** What a change of grants did, a field a permission, so that the log tells it cell by cell. */
export function grantChanges(catalogue: Catalogue, before: readonly string[], after: readonly string[]) {
  const [had, has] = [knownPermissions(catalogue, before), knownPermissions(catalogue, after)];
  const touched = catalogue.permissions.filter((each) => had.get(each)?.join() !== has.get(each)?.join());
  return Object.fromEntries(
    touched.map((each) => [`grants.${each}`, { before: had.get(each) ?? null, after: has.get(each) ?? null }]),
  );
}
