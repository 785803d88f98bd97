import * as z from "zod/mini";
import { activityInput, ActivityPage } from "#base/activity.ts";
import { PendingApproval } from "#base/approvals.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { parseGrant, rowLimits } from "#base/grants.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

export const roleLimits = { titleMax: 80, descriptionMax: 500, grantsMax: 2000, peoplePage: 50 } as const;

/** The input for a role. The form and the API both validate with these. */
export const roleFields = {
  title: fields
    .text({ min: 1, max: roleLimits.titleMax })
    .check(z.refine((title) => /[^\p{Cf}\p{Z}]/u.test(title), { error: "nothing_visible" })),
  titleI18n: fields.translations({ max: roleLimits.titleMax }),
  description: fields.text({ max: roleLimits.descriptionMax, multiline: true }),
  /** The kind of principal that the role is meant for; null for any. */
  userCategoryId: z.nullable(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
  /** Users can't use this role until they have set up a second factor (reliability R7). */
  needsSecondFactor: z.boolean(),
};

/**
 * Permissions spelled out, each with its limit: `brands.read`, `brands.update@scope`. Only system roles have wildcards.
 */
const grants = z
  .array(
    z.string().check(
      z.maxLength(100),
      z.refine((text) => parseGrant(text) !== null, { error: "unknown_grant" }),
    ),
  )
  .check(z.maxLength(roleLimits.grantsMax));

export const RoleInput = z.strictObject({ ...roleFields, grants });
export type RoleInput = z.output<typeof RoleInput>;

/** Only the changed fields. `grants` replaces all grants of the role. */
export const RolePatch = z.partial(RoleInput);
export type RolePatch = z.output<typeof RolePatch>;

export const Role = z.object({
  id: z.string(),
  /** The `ad_role_id` of the wire. */
  code: z.string(),
  title: z.string(),
  titleI18n: z.record(z.string(), z.string()),
  description: z.string(),
  userCategoryId: z.nullable(z.int()),
  needsSecondFactor: z.boolean(),
  /** A system role: it can be duplicated, but not changed. */
  isSystem: z.boolean(),
  /** Its grants in terms of the existing permissions, spelled out: screens never get a wildcard. */
  grants: z.array(z.string()),
  permissionsCount: z.int(),
  /** Users who have it at this moment. */
  usersCount: z.int(),
  /** The caller has it, now or later, and so may not change it. */
  isOwn: z.boolean(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Role = z.output<typeof Role>;

/** A role in a list. */
export const RoleRow = z.omit(Role, { grants: true, isOwn: true });
export type RoleRow = z.output<typeof RoleRow>;

export const roleSorts = ["title", "createdAt", "updatedAt"] as const;

const filters = {
  ids: anyOf(fields.id()),
  isSystem: z.optional(z.boolean()),
  needsSecondFactor: z.optional(z.boolean()),
  /** The numbers of user categories. */
  userCategory: anyOf(z.string().check(z.regex(/^\d{1,9}$/))),
};

export const roleExportColumns = [
  "code",
  "title",
  "titleI18n",
  "description",
  "userCategoryId",
  "isSystem",
  "needsSecondFactor",
  "usersCount",
  "permissionsCount",
  "grants",
  "createdAt",
  "updatedAt",
] as const;
export type RoleExportColumn = (typeof roleExportColumns)[number];

/** A permission as displayed in the matrix of a role. */
export const Grantable = z.object({
  permission: z.string(),
  resource: z.string(),
  action: z.string(),
  isDangerous: z.boolean(),
  /** The limits that it can be granted with: those that the resource supports. */
  limits: z.array(z.enum(rowLimits)),
  /** The caller's own limits, beyond which they can't grant it. Empty: not held. */
  held: z.array(z.enum(rowLimits)),
});
export type Grantable = z.output<typeof Grantable>;

/** A user who has a role, now or at another time. */
export const RoleHolder = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.string(),
  isValidNow: z.boolean(),
  /** The user had it before. */
  isOver: z.boolean(),
  validFrom: z.nullable(z.string()),
  validTo: z.nullable(z.string()),
  grantedAt: z.string(),
  /** Null if it was not a user. */
  grantedBy: z.nullable(z.string()),
});
export type RoleHolder = z.output<typeof RoleHolder>;

export const roleRefusals = refusals({
  duplicate_title: { status: 409, message: "Another role already has this title." },
  role_id_taken: { status: 409, message: "A role with this ID already exists. Check the list." },
  system_role: {
    status: 409,
    message: "System roles can’t be edited. Duplicate this role and edit the copy.",
  },
  own_role: { status: 403, message: "You have this role, so someone else must change it." },
  grants_too_much: { status: 403, message: "You can’t grant permissions you don’t have: {permissions}." },
  role_in_use: { status: 409, message: "Remove this role from all users first." },
});
const { duplicate_title, role_id_taken, system_role, own_role, grants_too_much, role_in_use } = roleRefusals;

export const roles = {
  list: operation({
    method: "GET",
    path: "/api/v1/roles",
    reads: [{ resource: "roles" }, { resource: "users" }],
    permission: "roles.read",
    summary: "List roles",
    input: listInput(roleSorts, filters),
    output: page(RoleRow),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/roles/export.csv",
    permission: "roles.export",
    summary: "Export the listed roles as CSV",
    input: listInput(roleSorts, { ...filters, columns: anyOf(z.enum(roleExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  grantable: operation({
    method: "GET",
    path: "/api/v1/roles/grantable",
    permission: "roles.read",
    summary: "List the permissions a role can grant, their limits and which the caller has",
    input: z.strictObject({}),
    output: z.object({
      permissions: z.array(Grantable),
      userCategories: z.array(z.object({ id: z.int(), code: z.string() })),
    }),
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/roles/{id}",
    reads: [{ resource: "roles", id: "id" }],
    permission: "roles.read",
    summary: "Get a role",
    input: z.strictObject({ id: fields.id() }),
    output: Role,
    refusals: [commonRefusals.not_found],
  }),
  holders: operation({
    method: "GET",
    path: "/api/v1/roles/{id}/users",
    reads: [{ resource: "roles", id: "id" }, { resource: "users" }],
    permission: "roles.read",
    summary: "List users who have a role and until when, as far as the caller can see them",
    readsPersonalData: true,
    input: z.strictObject({
      id: fields.id(),
      /** The last user of the previous page. */
      after: z.optional(fields.id()),
    }),
    output: z.object({
      rows: z.array(RoleHolder),
      hasMore: z.boolean(),
      /** The number of users with this role whom the caller may not see. */
      hiddenCount: z.int(),
    }),
    refusals: [commonRefusals.not_found],
  }),
  menu: operation({
    method: "GET",
    path: "/api/v1/roles/{id}/menu",
    reads: [{ resource: "roles", id: "id" }],
    permission: "roles.read",
    summary: "Preview the menu of a user who has only this role",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({
      sections: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          entries: z.array(z.object({ id: z.int(), title: z.string(), link: z.string(), permission: z.string() })),
        }),
      ),
    }),
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/roles/{id}/activity",
    reads: [{ resource: "roles", id: "id" }],
    permission: "roles.read",
    summary: "List the activity of a role, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/roles",
    permission: "roles.create",
    summary: "Create a role (idempotent: the client supplies the ID). High-risk permissions need a second person",
    /** Omitted fields are empty. */
    input: z.strictObject({ id: fields.id(), ...RolePatch.shape, title: roleFields.title }),
    output: z.union([Role, PendingApproval]),
    refusals: [duplicate_title, role_id_taken, grants_too_much],
    isDangerous: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/roles/{id}",
    permission: "roles.update",
    summary: "Update a role. It applies from the next request of each user who has it",
    input: z.strictObject({ id: fields.id(), version: fields.version(), ...RolePatch.shape }),
    output: z.union([Role, PendingApproval]),
    versioned: true,
    refusals: [commonRefusals.not_found, duplicate_title, system_role, own_role, grants_too_much],
    isDangerous: true,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/roles/{id}",
    permission: "roles.delete",
    summary: "Delete a role that no user has",
    input: z.strictObject({ id: fields.id(), version: fields.version() }),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found, system_role, own_role, role_in_use],
  }),
};

/** Other areas add to this section: sections with the same `id` are merged in the menu. */
export const rolesMenu: MenuSection = {
  id: 2,
  title: "Permissions",
  icon: "permissions",
  link: "/apps/role/roles",
  entries: [{ id: 21, title: "Roles", link: "/apps/role/roles", needs: roles.list }],
};
