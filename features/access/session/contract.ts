import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { requiredActions } from "#base/requiredActions.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { alone, type PasswordContext, isLongEnough, isShortEnough, passwordMin } from "#base/passwords.ts";
import { signInRules } from "#features/access/session/rules.ts";

export const sessionRefusals = refusals({
  /**
   * The same for an unknown address, a wrong password and a disabled account, so that the response doesn't reveal which
   * (reliability R5).
   */
  sign_in_failed: { status: 401, message: "Incorrect email or password." },
  /** Only after the correct password. */
  awaiting_approval: {
    status: 403,
    message: "Your account is waiting for approval. We’ll email you once it’s approved.",
  },
  current_password_wrong: { status: 422, message: "Current password is incorrect." },
  password_unchanged: { status: 422, message: "Your new password must be different from the old one." },
  /** The details are `{ minimum }`, in characters. */
  password_too_short: { status: 422, message: "Use at least {minimum} characters." },
  /**
   * Only after the correct password. A short password chosen beside a second factor no longer works once that is gone.
   */
  password_too_short_alone: {
    status: 403,
    message:
      "Your password is too short without two-factor authentication. Choose “Forgot password?” to set a longer one.",
  },
  password_guessable: {
    status: 422,
    message: "This password is too easy to guess. Avoid common passwords, “Mizan” and your name.",
  },
  views_too_much: {
    status: 403,
    message: "You can’t view as this user because they have permissions you don’t have.",
  },
  /** Only after the correct password. The details are a `FactorQuestion` (contract/factors.ts). */
  second_factor_required: { status: 401, message: "Complete two-factor authentication to sign in." },
  reset_link_invalid: { status: 410, message: "This link has expired or was already used. Request a new one." },
});

/** 256 bits as base64url: access tokens, reset links, and a browser's device secret. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
export const token = () => z.string().check(z.regex(tokenPattern));

/** Never trimmed, and without composition rules (reliability R4). Compared in NFC. */
export const newPassword = (beside: PasswordContext = alone) =>
  z.string().check(
    z.refine((password) => isLongEnough(password, beside), {
      error: "password_too_short",
      params: { minimum: passwordMin(beside) },
    }),
    z.refine(isShortEnough, { error: "password_too_long" }),
  );
/** For users who may have a second factor; the service requires more from those without one. */
const newPasswordOfUnknownUser = () => newPassword({ hasSecondFactor: true });
const knownPassword = (min: number) => z.string().check(z.minLength(min), z.maxLength(1000));

/** A role or another user to view as. */
export const ViewedAs = z.object({
  kind: z.enum(["user", "role"]),
  title: z.string(),
  titleI18n: z.record(z.string(), z.string()),
});
export type ViewedAs = z.output<typeof ViewedAs>;

/** The user of a session, as the screens need it. */
export const SessionUser = z.object({
  userId: fields.id(),
  userNumber: z.int(),
  userCategoryId: z.int(),
  name: z.string(),
  email: z.string(),
  /** The currently valid ones, by title. */
  roles: z.array(z.object({ code: z.string(), title: z.string(), titleI18n: z.record(z.string(), z.string()) })),
  /** Every permission, listed: screens never get a wildcard. */
  permissions: z.array(z.string()),
  /** A required action that comes before anything else. */
  mustFirst: z.nullable(z.enum(["changePassword", "setUpSecondFactor"])),
  /** The user or role that this session views as; null normally. */
  viewedAs: z.nullable(ViewedAs),
  /** The starred pages in the toolbar; null until the user has changed them. (`account.updateUser`). */
  shortcuts: z.nullable(z.array(z.object({ path: z.string(), title: z.string() }))),
  /** Empty: the default avatar. */
  photoUrl: z.string(),
  /** What the user set in the shell, as `account.updateUser` stored it. */
  settings: z.record(z.string(), z.unknown()),
});
export type SessionUser = z.output<typeof SessionUser>;

/** One session of a user. */
export const OwnSession = z.object({
  id: fields.id(),
  createdAt: fields.instant(),
  lastUsedAt: fields.instant(),
  expiresAt: fields.instant(),
  address: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

const Message = z.object({ message: z.string() });
export const AccessToken = z.object({ accessToken: z.string() });
const wireNumber = () => z.int().check(z.minimum(1), z.maximum(2_147_483_647));

const signOut = {
  path: "/api/mt_auth/logout",
  permission: "session",
  isSignIn: true,
  input: z.object({}),
  output: Message,
  allowedBefore: requiredActions,
  allowedWhileViewingAs: true,
} as const;

// The calls of spec 000 §7 ignore unknown fields, like the original; our own refuse them.
export const session = {
  signIn: operation({
    method: "POST",
    path: "/api/mt_auth/signinInt",
    permission: "public",
    isSignIn: true,
    summary: "Sign in with email and password",
    input: z.object({
      mt_email: fields.text({ min: signInRules.emailMin, max: 254 }),
      mt_password: knownPassword(signInRules.passwordMin),
      /**
       * Not in the original: a secret of 256 bits that this browser generated once, by which it is recognised
       * (docs/decisions/0004).
       */
      device: z.optional(token()),
    }),
    output: z.object({
      mt_user_id: z.int(),
      mt_category_id: z.int(),
      mt_user_name: z.string(),
      user_email: z.string(),
      accessToken: z.string(),
      ad_role_id: z.string(),
    }),
    refusals: [
      sessionRefusals.sign_in_failed,
      sessionRefusals.awaiting_approval,
      sessionRefusals.password_too_short_alone,
      sessionRefusals.second_factor_required,
      commonRefusals.rate_limited,
    ],
  }),
  /** Changes state by GET like the original; pages of other sites can't send the header (reliability, trap 1). */
  signOut: operation({ method: "GET", summary: "Sign out by GET, as the original does", ...signOut }),
  signOutByPost: operation({ method: "POST", summary: "Sign out", ...signOut }),
  requestReset: operation({
    method: "POST",
    path: "/mt_user_forget",
    aliases: ["/api/mt_user_forget"],
    permission: "public",
    summary: "Email a password reset link, if an account has this address",
    input: z.object({ mt_email: fields.email() }),
    output: Message,
    refusals: [commonRefusals.rate_limited],
  }),
  menuRows: operation({
    method: "GET",
    path: "/ad_main_perm/{mt_user_id}/{mt_category_id}",
    aliases: ["/api/ad_main_perm/{mt_user_id}/{mt_category_id}"],
    permission: "session",
    summary: "Get your menu, or any user’s as an administrator",
    input: z.object({ mt_user_id: wireNumber(), mt_category_id: wireNumber() }),
    output: z.array(
      z.object({
        ad_main_id: z.int(),
        ad_main_title: z.string(),
        ad_main_link: z.string(),
        ad_sub_id: z.int(),
        ad_sub_title: z.string(),
        ad_sub_link: z.string(),
      }),
    ),
    refusals: [commonRefusals.not_found],
  }),
  /** Also the "token sign-in from the stored token" of spec 000 §7, whose path is not documented. */
  readPerson: operation({
    method: "GET",
    path: "/api/v1/session",
    permission: "session",
    isSignIn: true,
    summary: "Get the signed-in user",
    input: z.strictObject({}),
    output: SessionUser,
    allowedBefore: requiredActions,
  }),
  startViewAs: operation({
    method: "POST",
    path: "/api/v1/session/view-as",
    permission: "users.viewAs",
    summary: "View as a user or a role: read-only, recorded in the audit log",
    input: z
      .strictObject({ userId: z.optional(fields.id()), roleId: z.optional(fields.id()) })
      .check(
        z.refine(({ userId, roleId }) => (userId === undefined) !== (roleId === undefined), { error: "one_of_both" }),
      ),
    output: z.object({}),
    reply: "empty",
    allowedWhileViewingAs: true,
    refusals: [commonRefusals.not_found, sessionRefusals.views_too_much],
  }),
  stopViewAs: operation({
    method: "DELETE",
    path: "/api/v1/session/view-as",
    permission: "session",
    summary: "Stop viewing as another user or role",
    input: z.strictObject({}),
    output: z.object({}),
    reply: "empty",
    allowedWhileViewingAs: true,
  }),
  changePassword: operation({
    method: "POST",
    path: "/api/v1/session/password",
    permission: "session",
    summary: "Change your password. Ends your other sessions and renews the token of this one",
    input: z.strictObject({ currentPassword: knownPassword(1), newPassword: newPasswordOfUnknownUser() }),
    output: AccessToken,
    allowedBefore: requiredActions,
    refusals: [
      sessionRefusals.current_password_wrong,
      sessionRefusals.password_unchanged,
      sessionRefusals.password_too_short,
      sessionRefusals.password_guessable,
      commonRefusals.rate_limited,
    ],
  }),
  resetPassword: operation({
    method: "POST",
    path: "/api/v1/password-resets",
    permission: "public",
    summary: "Set a new password with the token of an emailed link. Ends all sessions of the user",
    input: z.strictObject({ token: z.string().check(z.maxLength(100)), password: newPasswordOfUnknownUser() }),
    output: Message,
    refusals: [
      sessionRefusals.reset_link_invalid,
      sessionRefusals.password_too_short,
      sessionRefusals.password_guessable,
    ],
  }),
  readResetLink: operation({
    // Not a GET: the token must not be in an address.
    method: "POST",
    path: "/api/v1/password-resets/account",
    permission: "public",
    summary: "The email address of the person whom a mailed link is for; the link stays usable",
    input: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
    output: z.object({ email: z.string() }),
    refusals: [sessionRefusals.reset_link_invalid],
  }),
  listOwn: operation({
    method: "GET",
    path: "/api/v1/sessions",
    permission: "session",
    summary: "List your sessions",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(OwnSession) }),
  }),
  endOwn: operation({
    method: "DELETE",
    path: "/api/v1/sessions/{sessionId}",
    permission: "session",
    summary: "End another session",
    input: z.strictObject({ sessionId: fields.id() }),
    output: z.object({}),
    reply: "empty",
    refusals: [commonRefusals.not_found],
  }),
};
