import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { newPassword, sessionRefusals } from "#features/access/session/contract.ts";

export const accountRefusals = refusals({
  /** Addresses end up in histories, logs and referrers (ASVS 14.2.1). */
  credentials_in_url: {
    status: 405,
    message: "Send email and password in the body of a POST request, or the token in a header, never in the URL.",
  },
  email_change_link_invalid: {
    status: 410,
    message: "This link has expired or was already used. Nothing has changed.",
  },
  confirmation_link_invalid: {
    status: 410,
    message: "This link has expired or was already used. Register again to get a new one.",
  },
});

export const accountLimits = {
  displayNameMax: 160,
  /** How long a mailed confirmation link works. */
  confirmationHours: 24,
  /** How long both addresses have to confirm a new one. */
  emailChangeHours: 72,
  shortcutsMax: 50,
  /** Maximum size of the settings as JSON, in characters: they are display settings, not general storage. */
  settingsMax: 10_000,
} as const;

/** A path on this site, such as `/apps/brand/brands`. */
const ownPath = () => z.string().check(z.maxLength(300), z.regex(/^\/(?![/\\])[^\s\p{Cc}]*$/u, { error: "own_path" }));

/** A starred page: the id of its navigation item, as clients of the template send it, or its address and title. */
const Shortcut = z.union([
  z.string().check(z.regex(/^[A-Za-z0-9][\w.-]{0,159}$/, { error: "item_id" })),
  z.strictObject({ path: ownPath(), title: fields.text({ min: 1, max: 160 }) }),
]);
export type Shortcut = z.output<typeof Shortcut>;

/** The default until the user has changed them (spec 000 §9). */
export const defaultShortcuts: readonly Shortcut[] = ["events"];

const Shortcuts = z.array(Shortcut).check(z.maxLength(accountLimits.shortcutsMax));

/** A picture of this site or an https address; empty removes it. */
const photoUrl = () =>
  z.string().check(
    z.trim(),
    z.maxLength(500),
    z.refine((url) => url === "" || isPicture(url), { error: "https_url" }),
  );
const isPicture = (url: string) => z.safeParse(z.union([ownPath(), fields.httpsUrl()]), url).success;
const Settings = z.record(z.string(), z.unknown()).check(
  z.refine((settings) => JSON.stringify(settings).length <= accountLimits.settingsMax, {
    error: "settings_too_large",
  }),
);

/** The signed-in user of spec 000 §3, in the format that the template's shell reads. */
export const ShellUser = z.object({
  uuid: fields.id(),
  from: z.literal("custom-db"),
  role: z.array(z.string()),
  data: z.object({
    displayName: z.string(),
    /** Empty: the default avatar, which the screens draw from the initials. */
    photoURL: z.string(),
    email: z.string(),
    settings: z.record(z.string(), z.unknown()),
    shortcuts: z.array(z.union([z.string(), z.object({ path: z.string(), title: z.string() })])),
  }),
});
export type ShellUser = z.output<typeof ShellUser>;

const displayName = () => fields.text({ min: 1, max: accountLimits.displayNameMax });
const mailedToken = { token: z.string().check(z.maxLength(100)) };
const SignedIn = z.object({ user: ShellUser, access_token: z.string() });
const Message = z.object({ message: z.string() });
const credentials = { email: z.string().check(z.maxLength(254)), password: z.string().check(z.maxLength(1000)) };
const signInOutcomes = [
  sessionRefusals.sign_in_failed,
  sessionRefusals.awaiting_approval,
  sessionRefusals.password_too_short_alone,
  commonRefusals.rate_limited,
] as const;

// The session helper of the template's shell (spec 000 §7). Like the original's calls, these ignore unknown fields.
export const account = {
  register: operation({
    method: "POST",
    path: "/api/auth/register",
    permission: "public",
    summary:
      "Request an account. The response doesn’t reveal whether the email is in use. The emailed link sets the password, then an administrator decides",
    input: z.object({
      displayName: displayName(),
      /** Validated and discarded: the password is set through the mailed link (docs/decisions/0049). */
      password: z.optional(newPassword()),
      email: fields.email(),
    }),
    output: Message,
    refusals: [sessionRefusals.password_guessable, commonRefusals.rate_limited],
  }),
  confirmEmail: operation({
    method: "POST",
    path: "/api/v1/account/confirmations",
    permission: "public",
    summary: "Confirm an email with the token of the emailed link, and set name and password",
    input: z.strictObject({ ...mailedToken, displayName: displayName(), password: newPassword() }),
    output: Message,
    refusals: [accountRefusals.confirmation_link_invalid, sessionRefusals.password_guessable],
  }),
  answerEmailChange: operation({
    method: "POST",
    path: "/api/v1/account/email-changes",
    permission: "public",
    summary: "Confirm or reject an email change with the token of the link sent to the old or the new address",
    input: z.strictObject({ ...mailedToken, answer: z.enum(["confirm", "reject"]) }),
    output: z.object({ state: z.enum(["waiting", "changed", "rejected"]) }),
    refusals: [accountRefusals.email_change_link_invalid],
  }),
  signInByUrl: operation({
    method: "GET",
    path: "/api/auth",
    permission: "public",
    isSignIn: true,
    summary:
      "Sign in as the template does, with email and password in the query. Only from this machine, unless credentials in URLs are allowed",
    input: z.object({ email: z.optional(credentials.email), password: z.optional(credentials.password) }),
    output: SignedIn,
    refusals: [accountRefusals.credentials_in_url, ...signInOutcomes],
  }),
  signIn: operation({
    method: "POST",
    path: "/api/auth",
    permission: "public",
    isSignIn: true,
    summary: "Sign in, in the format of the template’s shell",
    input: z.object(credentials),
    output: SignedIn,
    refusals: [...signInOutcomes],
  }),
  signInByToken: operation({
    method: "GET",
    path: "/api/auth/access-token",
    permission: "session",
    isSignIn: true,
    summary: "Get the user of the token in the header, and that token",
    input: z.object({ token: z.string(), access_token: z.optional(z.string().check(z.maxLength(1000))) }),
    output: SignedIn,
    readsToken: true,
    refusals: [accountRefusals.credentials_in_url],
  }),
  signInByPostedToken: operation({
    method: "POST",
    path: "/api/auth/access-token",
    permission: "public",
    isSignIn: true,
    summary: "Get the user of a token in the body, and that token",
    input: z.object({ access_token: z.string().check(z.maxLength(1000)) }),
    output: SignedIn,
    refusals: [commonRefusals.invalid_token, commonRefusals.token_expired],
  }),
  updateUser: operation({
    method: "POST",
    path: "/api/auth/user/update",
    permission: "session",
    summary: "Update your own name, picture, settings and shortcuts. Email and permissions don’t change",
    input: z.object({
      user: z.object({
        data: z.object({
          displayName: z.optional(fields.text({ min: 1, max: accountLimits.displayNameMax })),
          photoURL: z.optional(photoUrl()),
          settings: z.optional(Settings),
          shortcuts: z.optional(Shortcuts),
        }),
      }),
    }),
    output: ShellUser,
  }),
};
