import * as z from "zod/mini";
import { activityInput, AuditEvent } from "#base/activity.ts";
import { PendingApproval } from "#base/approvals.ts";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { type MenuSection, operation, type Permission } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import {
  BoundScope,
  EffectivePermission,
  roleGrants,
  scopeGrants,
  Invitation,
  Invited,
  UserSession,
  reason,
  requiredReason,
  titled,
  User,
  UserCategory,
  UserRow,
  UserStatus,
} from "#features/access/users/contract/people.ts";
import { userFields } from "#features/access/users/fields.ts";
import { userLimits } from "#features/access/users/rules.ts";

export const userSorts = ["name", "email", "createdAt", "lastSignIn"] as const;
const filters = {
  ids: anyOf(fields.id()),
  /** Codes of roles that a user has, currently valid or not. */
  role: anyOf(fields.text({ min: 1, max: 80 })),
  category: anyOf(UserCategory),
  /** `country:AE`, `brand:<id>`. */
  scope: anyOf(
    z.string().check(z.regex(/^(brand|retailer|category|country):[\w-]{1,40}$/, { error: "scope_unknown" })),
  ),
  neverSignedIn: z.optional(z.boolean()),
};
/** Without it a list leaves out erased users. */
const status = anyOf(UserStatus);
export const UserFilter = listFilter({ status, ...filters });
export type UserFilter = z.output<typeof UserFilter>;

export const userExportColumns = [
  "name",
  "email",
  "category",
  "roles",
  "scopes",
  "status",
  "lastSignInAt",
  "hasSecondFactor",
  "createdAt",
] as const;
export type UserExportColumn = (typeof userExportColumns)[number];

export const userRefusals = refusals({
  email_taken: { status: 409, message: "This email is already in use." },
  id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  grants_too_much: { status: 403, message: "You can’t grant more than you have yourself." },
  holds_more: {
    status: 403,
    message: "This user has permissions you don’t have. Someone with the same permissions must do this.",
  },
  own_roles: { status: 403, message: "You can’t change your own roles and scopes." },
  own_account: { status: 409, message: "You can’t do this to your own account." },
  last_administrator: { status: 409, message: "At least one permanent administrator with full access is required." },
  administrator_active: {
    status: 409,
    message: "Disable this account first (needs two people). Then you can erase it.",
  },
  status_differs: { status: 409, message: "Not possible in the account’s current status." },
  email_unconfirmed: { status: 409, message: "The email hasn’t been confirmed yet." },
});
const { email_taken, id_taken, grants_too_much, holds_more, own_roles, own_account, last_administrator } = userRefusals;
const { not_found, outside_scope } = commonRefusals;

/** The details of `grants_too_much` and `holds_more`: what the caller lacks. */
export type MissingRights = { readonly grants: readonly string[]; readonly scopes: readonly string[] };

const one = { id: fields.id() };
const versioned = { id: fields.id(), version: fields.version() };

/** The two calls of a bulk action: the preview, and the action exactly as previewed. */
function ofMany<Shape extends z.core.$ZodLooseShape>(
  path: `/${string}`,
  permission: Permission,
  { summary, input, isDangerous }: { summary: string; input: Shape; isDangerous?: true },
) {
  const requested = { selection: selection(UserFilter), ...input };
  const fingerprint = z.string().check(z.maxLength(100));
  const { too_many_rows, preview_stale } = bulkRefusals;
  const shared = { method: "POST", permission, ...(isDangerous ? { isDangerous } : {}) } as const;
  return {
    preview: operation({
      ...shared,
      path: `${path}/preview` as `/${string}`,
      summary: `Preview: ${summary}`,
      input: z.strictObject(requested),
      output: BulkPreview,
      refusals: [too_many_rows, grants_too_much],
    }),
    apply: operation({
      ...shared,
      path: path,
      summary: `${summary}, as previewed: all or none`,
      input: z.strictObject({ ...requested, fingerprint }),
      output: BulkResult,
      refusals: [too_many_rows, preview_stale, grants_too_much, last_administrator],
    }),
  };
}

const statuses = ofMany("/api/v1/users/status-changes", "users.disable", {
  summary: "Disable or enable users in bulk",
  input: { to: z.enum(["active", "disabled"]), reason },
  isDangerous: true,
});
const roleForMany = ofMany("/api/v1/users/roles-given", "users.grant", {
  summary: "Assign a role to users in bulk",
  input: { roleId: fields.id() },
  isDangerous: true,
});
const signOuts = ofMany("/api/v1/users/sign-outs", "users.endSessions", {
  summary: "Sign users out everywhere in bulk",
  input: {},
});

export const users = {
  list: operation({
    method: "GET",
    path: "/api/v1/users",
    reads: [{ resource: "users" }],
    permission: "users.read",
    summary: "List users",
    input: listInput(userSorts, { status, ...filters }),
    output: page(UserRow),
  }),
  countByStatus: operation({
    method: "GET",
    path: "/api/v1/users/counts",
    reads: [{ resource: "users" }],
    permission: "users.read",
    summary: "Count users by status, under the other filters",
    input: listFilter(filters),
    output: z.object({ byStatus: z.record(UserStatus, Total) }),
  }),
  choices: operation({
    method: "GET",
    path: "/api/v1/users/choices",
    reads: [{ resource: "roles" }, { resource: "users" }],
    permission: "users.read",
    summary: "List roles, which of them the caller can assign, and scopes in use",
    input: z.strictObject({}),
    output: z.object({
      roles: z.array(z.object({ id: fields.id(), ...titled, description: z.string(), mayGive: z.boolean() })),
      scopes: z.array(z.pick(BoundScope, { kind: true, target: true, label: true })),
    }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/users/export.csv",
    permission: "users.export",
    summary: "Export the listed users as CSV",
    input: listInput(userSorts, { status, ...filters, columns: anyOf(z.enum(userExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/users/{id}",
    reads: [{ resource: "users", id: "id" }],
    permission: "users.read",
    summary: "Get a user with roles and scopes",
    input: z.strictObject(one),
    output: User,
    refusals: [not_found],
  }),
  permissions: operation({
    method: "GET",
    path: "/api/v1/users/{id}/permissions",
    reads: [{ resource: "users", id: "id" }, { resource: "roles" }],
    permission: "users.read",
    summary: "List the effective permissions of a user, their limits and the roles that grant them",
    input: z.strictObject(one),
    output: z.object({ rows: z.array(EffectivePermission) }),
    refusals: [not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/users/{id}/activity",
    reads: [{ resource: "users", id: "id" }],
    permission: "users.read",
    summary: "List activity by and about a user, newest first",
    input: z.strictObject(activityInput),
    output: z.object({
      events: z.array(z.object({ ...AuditEvent.shape, resource: z.string(), resourceId: z.string() })),
      hasMore: z.boolean(),
    }),
    refusals: [not_found],
  }),
  invite: operation({
    method: "POST",
    path: "/api/v1/users",
    permission: "users.invite",
    summary: "Invite a user by email (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: fields.id(), ...Invitation.shape }),
    output: z.union([Invited, PendingApproval]),
    refusals: [email_taken, id_taken, grants_too_much, outside_scope],
  }),
  resendInvitation: operation({
    method: "POST",
    path: "/api/v1/users/{id}/invitation",
    permission: "users.invite",
    summary: "Send a new invitation link. The previous one stops working",
    input: z.strictObject(one),
    output: z.union([Invited, PendingApproval]),
    refusals: [not_found, holds_more, userRefusals.status_differs],
  }),
  withdrawInvitation: operation({
    method: "DELETE",
    path: "/api/v1/users/{id}/invitation",
    permission: "users.invite",
    summary: "Cancel an invitation: the link stops working and the account is deleted",
    input: z.strictObject(versioned),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [not_found, holds_more, userRefusals.status_differs],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/users/{id}",
    permission: "users.update",
    summary:
      "Update a user’s name, email, user type or language. A new email applies once the old and the new address confirm it",
    input: z.strictObject({ ...versioned, ...z.partial(z.strictObject(userFields.shape)).shape }),
    output: z.union([User, PendingApproval]),
    versioned: true,
    refusals: [not_found, email_taken, holds_more],
  }),
  replaceEmail: operation({
    method: "POST",
    path: "/api/v1/users/{id}/email-replacement",
    permission: "users.update",
    summary:
      "Replace an email whose mailbox is lost. Needs a second person; the new address confirms it and the old one is notified",
    input: z.strictObject({ ...versioned, email: userFields.shape.email, reason: requiredReason }),
    output: z.union([User, PendingApproval]),
    versioned: true,
    isDangerous: true,
    refusals: [not_found, email_taken, holds_more, own_account, userRefusals.status_differs],
  }),
  stopEmailChange: operation({
    method: "DELETE",
    path: "/api/v1/users/{id}/email-change",
    permission: "users.update",
    summary: "Cancel an email change that hasn’t been confirmed yet",
    input: z.strictObject(versioned),
    output: User,
    versioned: true,
    refusals: [not_found],
  }),
  changeRights: operation({
    method: "POST",
    path: "/api/v1/users/{id}/rights",
    permission: "users.grant",
    summary: "Assign and remove roles and scopes. A role assigned again gets the new period",
    input: z.strictObject({
      ...versioned,
      give: roleGrants(),
      take: z._default(z.array(fields.id()).check(z.maxLength(userLimits.rolesMax)), []),
      bind: scopeGrants(),
      unbind: scopeGrants(),
      reason,
    }),
    output: z.union([User, PendingApproval]),
    versioned: true,
    isDangerous: true,
    refusals: [not_found, grants_too_much, holds_more, own_roles, last_administrator, outside_scope],
  }),
  approve: operation({
    method: "POST",
    path: "/api/v1/users/{id}/approval",
    permission: "users.grant",
    summary: "Approve a registered user with these roles and scopes",
    input: z.strictObject({ ...versioned, roles: roleGrants(), scopes: scopeGrants() }),
    output: z.union([User, PendingApproval]),
    versioned: true,
    isDangerous: true,
    refusals: [not_found, grants_too_much, userRefusals.status_differs, userRefusals.email_unconfirmed, outside_scope],
  }),
  decline: operation({
    method: "POST",
    path: "/api/v1/users/{id}/decline",
    permission: "users.grant",
    summary: "Decline a registered user. The account is disabled",
    input: z.strictObject({ ...versioned, reason }),
    output: User,
    versioned: true,
    isDangerous: true,
    refusals: [not_found, userRefusals.status_differs],
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/v1/users/{id}/status",
    permission: "users.disable",
    summary: "Disable or enable a user. Disabling ends their sessions; for an approver it needs a second person",
    input: z.strictObject({ ...versioned, to: z.enum(["active", "disabled"]), reason }),
    output: z.union([User, PendingApproval]),
    versioned: true,
    isDangerous: true,
    refusals: [not_found, holds_more, own_account, last_administrator, userRefusals.status_differs],
  }),
  sessions: operation({
    method: "GET",
    path: "/api/v1/users/{id}/sessions",
    reads: [{ resource: "users", id: "id" }],
    permission: "users.read",
    summary: "List a user’s sessions",
    readsPersonalData: true,
    input: z.strictObject(one),
    output: z.object({ rows: z.array(UserSession) }),
    refusals: [not_found],
  }),
  endSession: operation({
    method: "DELETE",
    path: "/api/v1/users/{id}/sessions/{sessionId}",
    permission: "users.endSessions",
    summary: "End a user’s session",
    input: z.strictObject({ ...one, sessionId: fields.id() }),
    output: z.object({}),
    reply: "empty",
    refusals: [not_found],
  }),
  endSessions: operation({
    method: "DELETE",
    path: "/api/v1/users/{id}/sessions",
    permission: "users.endSessions",
    summary: "End all sessions of a user",
    input: z.strictObject(one),
    output: z.object({ ended: z.int() }),
    refusals: [not_found],
  }),
  exportPerson: operation({
    method: "GET",
    path: "/api/v1/users/{id}/personal-data",
    permission: "users.export",
    summary: "Export all data stored about a user",
    readsPersonalData: true,
    pace: "export",
    input: z.strictObject(one),
    output: z.record(z.string(), z.unknown()),
    refusals: [not_found],
  }),
  erase: operation({
    method: "POST",
    path: "/api/v1/users/{id}/erasure",
    permission: "users.erase",
    summary: "Erase a user’s personal data. Records that must be kept use a pseudonym",
    /** The user's address, as typed. */
    input: z.strictObject({ ...versioned, confirmation: fields.text({ max: 254 }), reason }),
    output: User,
    versioned: true,
    isDangerous: true,
    refusals: [not_found, holds_more, own_account, last_administrator, userRefusals.status_differs],
  }),
  previewStatuses: statuses.preview,
  applyStatuses: statuses.apply,
  previewRole: roleForMany.preview,
  applyRole: roleForMany.apply,
  previewSignOut: signOuts.preview,
  applySignOut: signOuts.apply,
};

export const usersMenu: MenuSection = {
  id: 1,
  title: "User",
  icon: "user",
  link: "/apps/user/users",
  entries: [
    { id: 11, title: "Users", link: "/apps/user/users", needs: users.list },
    { id: 12, title: "Invite", link: "/apps/user/users/new", needs: users.invite },
  ],
};
