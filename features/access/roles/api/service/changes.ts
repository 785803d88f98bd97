import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { countReferences } from "#api/references.ts";
import { violationOf } from "#api/violations.ts";
import { grantChanges, refuseTooMuch, refuseUnknown, spelledOut } from "#features/access/roles/api/service/grants.ts";
import { isHeld } from "#features/access/roles/api/service/holders.ts";
import { auditResource, isHeldByCaller, keysOf, lockRole, toRole } from "#features/access/roles/api/service/records.ts";
import { lockRights } from "#features/access/roles/api/service/rightsLock.ts";
import { type RoleRecord, rolesTable } from "#features/access/roles/api/tables.ts";
import { type Role, type RoleInput, roleRefusals, type roles } from "#features/access/roles/contract.ts";
import { emptyRole } from "#features/access/roles/rules.ts";
import { forgetRole } from "#features/access/users/api/service/people.ts";

/**
 * Creates a role.
 *
 * If it is sent again with the same id, it returns the role it created. Refuses with `duplicate_title`, with
 * `grants_too_much`, with `invalid_input` for unknown grants, and with `role_id_taken` when the id belongs to another
 * role.
 */
export async function createRole(ctx: Ctx, { id, ...patch }: Input<typeof roles.create>): Promise<Role> {
  const values = { ...emptyRole, ...omitUndefined(patch) };
  refuseUnknown(ctx, values.grants);
  try {
    return await inTransaction(ctx, async (inner) => {
      await lockRights(inner);
      await refuseTooMuch(inner, { before: [], after: values.grants });
      return toRole(inner, await insertRole(inner, id, values));
    });
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw refusalFor(error);
    const [first] = await ctx.db.select().from(rolesTable).where(eq(rolesTable.id, id));
    if (first === undefined) throw refusalFor(error);
    // Once it has been edited, it can't be compared with what was first sent; the same creator must be enough.
    const isSame = first.version > 1 || Object.keys(changesOf(ctx, inputOf(first), values)).length === 0;
    if (first.createdBy !== actorOf(ctx).userId || !isSame) throw roleRefusals.role_id_taken();
    return toRole(ctx, first);
  }
}

async function insertRole(ctx: Ctx, id: string, values: RoleInput): Promise<RoleRecord> {
  const [record] = await ctx.db
    .insert(rolesTable)
    .values({
      ...values,
      grants: spelledOut(ctx.catalogue, values.grants),
      ...keysOf(values),
      id,
      isSystem: false,
      createdAt: ctx.now,
      createdBy: actorOf(ctx).userId,
      updatedAt: ctx.now,
    })
    .returning();
  const changes = changesBetween({ ...emptyRole, title: null }, inputOf(record!));
  await recordAudit(ctx, [{ action: "create", resource: auditResource, resourceId: id, changes }]);
  return record!;
}

/**
 * Changes a role, from the next request of all its users. An unchanged value is no change and creates no version.
 *
 * Refuses with `not_found`, `version_conflict`, `system_role`, `own_role`, `duplicate_title`, `grants_too_much`, and
 * with `invalid_input` for unknown grants. May be called inside a transaction, and becomes part of it.
 */
export async function updateRole(ctx: Ctx, { id, version, ...patch }: Input<typeof roles.update>): Promise<Role> {
  if (patch.grants) refuseUnknown(ctx, patch.grants);
  try {
    return await inTransaction(ctx, async (inner) => {
      await lockRights(inner);
      const before = await lockRole(inner, { id, version });
      await refuseFixed(inner, before);
      const wanted = { ...inputOf(before), ...omitUndefined(patch) };
      await refuseTooMuch(inner, { before: before.grants, after: wanted.grants });
      return toRole(inner, await rewriteRole(inner, before, wanted));
    });
  } catch (error) {
    throw refusalFor(error);
  }
}

async function rewriteRole(ctx: Ctx, before: RoleRecord, wanted: RoleInput): Promise<RoleRecord> {
  const changes = changesOf(ctx, inputOf(before), wanted);
  if (Object.keys(changes).length === 0) return before;
  const [record] = await ctx.db
    .update(rolesTable)
    .set({
      ...wanted,
      grants: spelledOut(ctx.catalogue, wanted.grants),
      ...keysOf(wanted),
      version: before.version + 1,
      updatedAt: ctx.now,
    })
    .where(eq(rolesTable.id, before.id))
    .returning();
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: before.id, changes }]);
  return record!;
}

/**
 * Deletes a role that no user has or will have.
 *
 * Refuses with `not_found`, `version_conflict`, `system_role`, and with `role_in_use`.
 */
export async function removeRole(ctx: Ctx, { id, version }: Input<typeof roles.remove>): Promise<undefined> {
  try {
    await inTransaction(ctx, async (inner) => {
      await lockRights(inner);
      const before = await lockRole(inner, { id, version });
      await refuseFixed(inner, before);
      if (await isHeld(inner, id)) throw roleRefusals.role_in_use();
      await forgetRole(inner, id);
      await inner.db.delete(rolesTable).where(eq(rolesTable.id, id));
      const changes = changesBetween(inputOf(before), { ...emptyRole, title: null });
      await recordAudit(inner, [{ action: "delete", resource: auditResource, resourceId: id, changes }]);
    });
  } catch (error) {
    // Other records may refer to it, and only the foreign keys know all of them.
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    throw roleRefusals.role_in_use({ references: await countReferences(ctx, rolesTable, id) });
  }
}

/** Refuses with `system_role` or `own_role`: roles that can't be changed at all, or not by this caller. */
async function refuseFixed(ctx: Ctx, role: RoleRecord): Promise<void> {
  if (role.isSystem) throw roleRefusals.system_role();
  if (await isHeldByCaller(ctx, role.id)) throw roleRefusals.own_role();
}

/** Field by field, and the grants permission by permission. */
function changesOf(ctx: Ctx, before: RoleInput, after: RoleInput) {
  const { grants: had, ...plain } = before;
  const { grants: has, ...next } = after;
  return { ...changesBetween(plain, next), ...grantChanges(ctx.catalogue, had, has) };
}

/** A database error as a refusal of the contract. */
function refusalFor(error: unknown): unknown {
  const violation = violationOf(error);
  if (violation?.constraint === "roles__name_key") {
    const { code, message } = roleRefusals.duplicate_title;
    return roleRefusals.duplicate_title({}, [{ path: "title", code, message }]);
  }
  if (violation?.kind !== "foreign_key") return error;
  const message = "User type not found.";
  return commonRefusals.invalid_input({}, [{ path: "userCategoryId", code: "unknown_user_category", message }]);
}

const inputOf = (record: RoleRecord): RoleInput =>
  Object.fromEntries(Object.keys(emptyRole).map((name) => [name, record[name as keyof RoleInput]])) as RoleInput;
