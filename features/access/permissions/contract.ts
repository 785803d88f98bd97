import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { rowLimits, scopeKinds } from "#base/grants.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { resourceGroups } from "#features/access/permissions/rules.ts";
import { roles, rolesMenu } from "#features/access/roles/contract.ts";

/** A permission's code, such as `brands.read`. */
const code = () => z.string().check(z.maxLength(100));

/** A permission in a list. Not stored: operations name permissions, roles grant them. */
export const PermissionRow = z.object({
  /** Its code, which is also its address. */
  id: z.string(),
  resource: z.string(),
  action: z.string(),
  group: z.enum(resourceGroups),
  /** The menu entries that it opens. */
  menu: z.array(z.object({ section: z.string(), title: z.string(), link: z.string() })),
  isDangerous: z.boolean(),
  operationsCount: z.int(),
  rolesCount: z.int(),
  /** Number of users who have it now, by any role, and may sign in. */
  usersCount: z.int(),
});
export type PermissionRow = z.output<typeof PermissionRow>;

export const Permission = z.extend(PermissionRow, {
  /** The row scopes with which it can be granted. */
  limits: z.array(z.enum(rowLimits)),
  operations: z.array(
    z.object({ method: z.string(), path: z.string(), summary: z.string(), isDangerous: z.boolean() }),
  ),
  /** Fields and transitions of its resource that need it in addition to the operation's own permission. */
  decides: z.object({ fields: z.array(z.string()), transitions: z.array(z.string()), lifts: z.boolean() }),
  roles: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      titleI18n: z.record(z.string(), z.string()),
      isSystem: z.boolean(),
      /** Own, scope or all; by name, or by a wildcard. */
      limits: z.array(z.enum(rowLimits)),
      usersCount: z.int(),
    }),
  ),
});
export type Permission = z.output<typeof Permission>;

/** A user who currently has a permission. */
export const PermissionHolder = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  limits: z.array(z.enum(rowLimits)),
  roles: z.array(z.object({ title: z.string(), titleI18n: z.record(z.string(), z.string()) })),
});
export type PermissionHolder = z.output<typeof PermissionHolder>;

export const permissionSorts = ["resource", "id"] as const;
export const holdersPage = 50;

/** Whether the user may: for every row, for those that the steps name, or for none. */
export const verdicts = ["allowed", "someRows", "denied"] as const;
export const Verdict = z.enum(verdicts);
export type Verdict = z.output<typeof Verdict>;

const title = { title: z.string(), titleI18n: z.record(z.string(), z.string()) };
const RoleNamed = z.object({ id: z.string(), ...title });
const outcome = z.enum(["pass", "warn", "stop", "note"]);

/** One check, in order. The screen translates its code. */
export const ExplainedStep = z.discriminatedUnion("code", [
  z.object({ code: z.literal("account_active"), outcome }),
  z.object({ code: z.literal("account_not_active"), outcome, status: z.string() }),
  z.object({
    code: z.literal("holds_role"),
    outcome,
    role: RoleNamed,
    /** Null if it was not a user. */
    grantedBy: z.nullable(z.string()),
    grantedAt: z.string(),
    validTo: z.nullable(z.string()),
  }),
  z.object({
    code: z.literal("role_grants"),
    outcome,
    role: RoleNamed,
    /** As in the role: `brands.update@scope`, `*.read`, `*`. */
    grant: z.string(),
    limit: z.enum(rowLimits),
  }),
  z.object({
    code: z.literal("reaches_scopes"),
    outcome,
    /** Empty: the user has no scopes of a kind that applies to these rows. */
    scopes: z.array(z.object({ kind: z.enum(scopeKinds), target: z.string(), name: z.nullable(z.string()) })),
  }),
  z.object({ code: z.literal("reaches_own"), outcome }),
  z.object({ code: z.literal("object_inside"), outcome, object: z.string() }),
  z.object({ code: z.literal("object_outside"), outcome, object: z.string() }),
  z.object({ code: z.literal("second_factor_due"), outcome, roles: z.array(RoleNamed) }),
  z.object({ code: z.literal("password_change_due"), outcome }),
  z.object({
    code: z.literal("role_not_valid"),
    outcome,
    role: RoleNamed,
    /** When it expired, or when it begins. */
    isOver: z.boolean(),
    at: z.string(),
  }),
  z.object({ code: z.literal("no_role"), outcome }),
  z.object({ code: z.literal("no_role_grants"), outcome, rolesCount: z.int() }),
  z.object({ code: z.literal("other_roles"), outcome, rolesCount: z.int() }),
  z.object({ code: z.literal("would_grant"), outcome, roles: z.array(RoleNamed), rolesCount: z.int() }),
]);
export type ExplainedStep = z.output<typeof ExplainedStep>;

export const Explanation = z.object({
  person: z.object({ userId: z.string(), name: z.string() }),
  permission: z.string(),
  isDangerous: z.boolean(),
  object: z.nullable(z.object({ id: z.string(), title: z.string() })),
  verdict: Verdict,
  /** Granted, but an action is required first. */
  isConditional: z.boolean(),
  steps: z.array(ExplainedStep),
});
export type Explanation = z.output<typeof Explanation>;

export const permissionRefusals = refusals({
  permission_unknown: { status: 404, message: "This permission doesn’t exist." },
});
const { permission_unknown } = permissionRefusals;

export const permissions = {
  list: operation({
    method: "GET",
    path: "/api/v1/permissions",
    reads: [{ resource: "roles" }, { resource: "users" }],
    permission: "permissions.read",
    summary: "List the permissions of this release",
    input: listInput(permissionSorts, {
      ids: anyOf(code()),
      group: anyOf(z.enum(resourceGroups)),
      isDangerous: z.optional(z.boolean()),
    }),
    output: page(PermissionRow),
  }),
  explain: operation({
    method: "GET",
    path: "/api/v1/permissions/explain",
    reads: [{ resource: "roles" }, { resource: "users" }],
    permission: "permissions.read",
    summary: "Explain step by step why a user can or can’t do something",
    input: z.strictObject({
      userId: fields.id(),
      permission: code(),
      /** A record of the permission's resource: whether the user may do it to this one. */
      resourceId: z.optional(fields.id()),
    }),
    output: Explanation,
    refusals: [commonRefusals.not_found],
    readsPersonalData: true,
  }),
  objects: operation({
    method: "GET",
    path: "/api/v1/permissions/objects",
    permission: "permissions.read",
    summary: "List records of a permission’s resource that the caller can see",
    input: z.strictObject({
      permission: code(),
      search: z.optional(fields.looseText({ max: 200 })),
      /** The record that is already selected. */
      id: z.optional(fields.id()),
    }),
    output: z.object({
      /** The resource has no row scopes: only the action can be asked about. */
      isTold: z.boolean(),
      rows: z.array(z.object({ id: z.string(), title: z.string(), code: z.nullable(z.string()) })),
    }),
    refusals: [permission_unknown],
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/permissions/{id}",
    reads: [{ resource: "roles" }, { resource: "users" }],
    permission: "permissions.read",
    summary: "Get a permission, the operations that require it and the roles that grant it",
    input: z.strictObject({ id: code() }),
    output: Permission,
    refusals: [permission_unknown],
  }),
  holders: operation({
    method: "GET",
    path: "/api/v1/permissions/{id}/users",
    reads: [{ resource: "roles" }, { resource: "users" }],
    permission: "permissions.read",
    summary: "List users who currently have a permission, as far as the caller can see them",
    input: z.strictObject({
      id: code(),
      /** The last user already read. */
      after: z.optional(fields.id()),
    }),
    output: z.object({ rows: z.array(PermissionHolder), hasMore: z.boolean(), hiddenCount: z.int() }),
    refusals: [permission_unknown],
    readsPersonalData: true,
  }),
};

/** In the section of the roles. */
export const permissionsMenu: MenuSection = {
  ...rolesMenu,
  entries: [
    { id: 22, title: "Permissions", link: "/apps/permission/permissions", needs: permissions.list },
    { id: 23, title: "Compare roles", link: "/apps/role/compare", needs: roles.grantable },
  ],
};
