import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { rowLimits, scopeKinds } from "#base/grants.ts";
import { userFields } from "#features/access/users/fields.ts";
import { userCategories, userLimits, userStatuses } from "#features/access/users/rules.ts";

export const UserStatus = z.enum(userStatuses);
export const UserCategory = z.enum(userCategories);

const ScopeKind = z.enum(scopeKinds);
const Scope = z.strictObject({ kind: ScopeKind, target: fields.text({ min: 1, max: 40 }) });

/** Null means no limit. Not before 1970, because no role is older. */
const bound = () =>
  z._default(z.nullable(fields.instant().check(z.refine((at) => at >= "1970", { error: "invalid_format" }))), null);
/** A role and its period. */
const RoleGrant = z.strictObject({ roleId: fields.id(), validFrom: bound(), validTo: bound() }).check(
  z.refine(({ validFrom, validTo }) => validFrom === null || validTo === null || validFrom < validTo, {
    error: "period_reversed",
    path: ["validTo"],
  }),
);
export type RoleGrant = z.output<typeof RoleGrant>;

export const roleGrants = () => z._default(z.array(RoleGrant).check(z.maxLength(userLimits.rolesMax)), []);
export const scopeGrants = () => z._default(z.array(Scope).check(z.maxLength(userLimits.scopesMax)), []);
/** The reason for an action. */
export const reason = z.optional(fields.text({ max: userLimits.reasonMax, multiline: true }));

export const requiredReason = fields.text({ min: 1, max: userLimits.reasonMax, multiline: true });

/** The name of a role. */
export const titled = { code: z.string(), title: z.string(), titleI18n: z.record(z.string(), z.string()) };

/** A user's role, with who assigned it and its period. */
export const HeldRole = z.object({
  ...titled,
  roleId: fields.id(),
  validFrom: z.nullable(fields.instant()),
  validTo: z.nullable(fields.instant()),
  isValid: z.boolean(),
  /** Null for the system itself. */
  grantedBy: z.nullable(z.string()),
  grantedAt: fields.instant(),
});
export type HeldRole = z.output<typeof HeldRole>;

/** A user's scope. `label` is null for a country, and for a record that the caller may not see. */
export const BoundScope = z.object({
  kind: ScopeKind,
  target: z.string(),
  label: z.nullable(z.string()),
  grantedBy: z.nullable(z.string()),
  grantedAt: fields.instant(),
});
export type BoundScope = z.output<typeof BoundScope>;

export const UserRow = z.object({
  id: fields.id(),
  name: z.string(),
  email: z.string(),
  category: UserCategory,
  status: UserStatus,
  roles: z.array(z.pick(HeldRole, { code: true, title: true, titleI18n: true, isValid: true })),
  scopes: z.array(z.pick(BoundScope, { kind: true, target: true, label: true })),
  lastSignInAt: z.nullable(fields.instant()),
  hasSecondFactor: z.boolean(),
  createdAt: fields.instant(),
  version: z.int(),
});
export type UserRow = z.output<typeof UserRow>;

export const User = z.object({
  id: fields.id(),
  /** The `mt_user_id` of the wire. */
  number: z.int(),
  ...userFields.answers,
  language: z.string(),
  status: UserStatus,
  /** The user has proved that they read the mail of this address: by a mailed link, or to a sign-in provider. */
  isEmailConfirmed: z.boolean(),
  /** An address that will replace this one, once it is confirmed at both. */
  emailChange: z.nullable(
    z.object({
      email: z.string(),
      isOldConfirmed: z.boolean(),
      isNewConfirmed: z.boolean(),
      expiresAt: fields.instant(),
    }),
  ),
  /** Until then the account can't approve: its sign-in or its permissions have just changed. Null if it can. */
  approvalsPausedUntil: z.nullable(fields.instant()),
  /** Until when the latest link works; null if none works. */
  invitedUntil: z.nullable(fields.instant()),
  roles: z.array(HeldRole),
  scopes: z.array(BoundScope),
  lastSignInAt: z.nullable(fields.instant()),
  hasSecondFactor: z.boolean(),
  createdAt: fields.instant(),
  createdBy: z.nullable(z.string()),
  updatedAt: fields.instant(),
  version: z.int(),
  /** This user is the caller. */
  isOwn: z.boolean(),
  /** Has permissions that the caller lacks, so the caller may not decide about the account. */
  holdsMore: z.boolean(),
});
export type User = z.output<typeof User>;

/** What a user may do, and which of their roles grant it. */
export const EffectivePermission = z.object({
  permission: z.string(),
  resource: z.string(),
  action: z.string(),
  isDangerous: z.boolean(),
  limits: z.array(z.object({ limit: z.enum(rowLimits), roles: z.array(z.string()) })),
});
export type EffectivePermission = z.output<typeof EffectivePermission>;

/** One session of a user. */
export const UserSession = z.object({
  id: fields.id(),
  createdAt: fields.instant(),
  lastUsedAt: fields.instant(),
  expiresAt: fields.instant(),
  address: z.string(),
  userAgent: z.string(),
  /** The caller's own session. */
  isCurrent: z.boolean(),
});
export type UserSession = z.output<typeof UserSession>;

/** The fields of an invitation. */
export const Invitation = z.strictObject({ ...userFields.shape, roles: roleGrants(), scopes: scopeGrants() });
export type Invitation = z.output<typeof Invitation>;

/** An invited user; `link` is returned once, and only where no email can be sent. */
export const Invited = z.object({ user: User, link: z.nullable(z.string()) });
