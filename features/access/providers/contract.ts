import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { sessionRefusals, tokenPattern } from "#features/access/session/contract.ts";

export const providerRefusals = refusals({
  provider_unreachable: { status: 503, message: "{provider} isn’t responding. Try again in a moment." },
  /** Unknown, used, expired, or started in another browser: the response doesn't reveal which. */
  provider_sign_in_over: { status: 410, message: "This sign-in has expired. Start again." },
  /** Wrong signature, wrong audience, expired. The log says which. */
  identity_unproven: { status: 401, message: "We couldn’t verify the response from {provider}. Start again." },
  provider_password_wrong: { status: 401, message: "Incorrect email or password for {provider}." },
  provider_address_unverified: {
    status: 403,
    message: "{provider} hasn’t verified your email address. Verify it there, then sign in again.",
  },
  /** The provider gave the address to another person, or the user has a new account there. */
  linked_elsewhere: {
    status: 403,
    message:
      "Your account is already linked to another {provider} account. Sign in with your password and unlink it first.",
  },
  not_yet_activated: {
    status: 403,
    message: "Open the link in your invitation first. Then you can sign in this way too.",
  },
  account_closed: { status: 403, message: "This account is disabled. Contact an administrator." },
});

export const providerLimits = {
  /** For an authorization code: the standard has no limit, and the longest in use has less than half of this. */
  codeMax: 4_000,
  /** For a signed token, in characters. */
  tokenMax: 10_000,
} as const;

/** Another sign-in method. `openId` redirects to the provider's own pages; `realtime` asks for the password here. */
export const Provider = z.object({ code: z.string(), name: z.string(), kind: z.enum(["openId", "realtime"]) });
export type Provider = z.output<typeof Provider>;

/** An external identity that is linked to the user. */
export const OwnIdentity = z.object({
  id: fields.id(),
  /** By its name, or its code if it is no longer set up. */
  provider: z.string(),
  email: z.nullable(z.string()),
  linkedAt: fields.instant(),
  lastUsedAt: fields.instant(),
});
export type OwnIdentity = z.output<typeof OwnIdentity>;

const code = () => z.string().check(z.regex(/^[a-z]{1,20}$/));
const secret = () => z.string().check(z.regex(tokenPattern));
const AccessToken = z.object({ accessToken: z.string() });

const outcomes = [
  commonRefusals.not_found,
  commonRefusals.rate_limited,
  providerRefusals.provider_unreachable,
  providerRefusals.identity_unproven,
  providerRefusals.provider_address_unverified,
  providerRefusals.linked_elsewhere,
  providerRefusals.not_yet_activated,
  providerRefusals.account_closed,
  sessionRefusals.awaiting_approval,
  sessionRefusals.second_factor_required,
] as const;

export const providers = {
  list: operation({
    method: "GET",
    path: "/api/v1/providers",
    permission: "public",
    summary: "List the configured sign-in providers",
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(Provider),
    }),
  }),
  begin: operation({
    method: "POST",
    path: "/api/v1/providers/{provider}/begin",
    permission: "public",
    summary: "Start a sign-in with a provider: returns the URL to open and a ticket for the return",
    input: z.strictObject({ provider: code() }),
    output: z.object({
      url: z.string(),
      /** The browser keeps it. It completes the sign-in, once and within ten minutes. */
      ticket: z.string(),
    }),
    refusals: [commonRefusals.not_found, commonRefusals.rate_limited, providerRefusals.provider_unreachable],
  }),
  finish: operation({
    method: "POST",
    path: "/api/v1/providers/{provider}/finish",
    permission: "public",
    summary: "Complete the sign-in with the provider’s response",
    input: z.strictObject({
      provider: code(),
      ticket: secret(),
      state: z.string().check(z.maxLength(200)),
      code: z.string().check(z.minLength(1), z.maxLength(providerLimits.codeMax)),
      /** The provider's issuer, if it sends one (RFC 9207). */
      iss: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: AccessToken,
    refusals: [...outcomes, providerRefusals.provider_sign_in_over],
  }),
  signInWithPassword: operation({
    method: "POST",
    path: "/api/v1/providers/{provider}/password",
    permission: "public",
    summary: "Sign in with the email and password of a realtime database account",
    input: z.strictObject({
      provider: code(),
      email: fields.email(),
      password: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
    output: AccessToken,
    refusals: [...outcomes, providerRefusals.provider_password_wrong],
  }),
  signInWithToken: operation({
    method: "POST",
    path: "/api/v1/providers/{provider}/token",
    permission: "public",
    summary: "Sign in with an ID token or custom token from the provider",
    input: z
      .strictObject({
        provider: code(),
        idToken: z.optional(z.string().check(z.maxLength(providerLimits.tokenMax))),
        customToken: z.optional(z.string().check(z.maxLength(providerLimits.tokenMax))),
      })
      .check(
        z.refine(({ idToken, customToken }) => (idToken === undefined) !== (customToken === undefined), {
          error: "one_of_both",
        }),
      ),
    output: AccessToken,
    refusals: [...outcomes],
  }),
  listOwn: operation({
    method: "GET",
    path: "/api/v1/identities",
    permission: "session",
    summary: "List your linked accounts",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(OwnIdentity) }),
  }),
  unlink: operation({
    method: "DELETE",
    path: "/api/v1/identities/{identityId}",
    permission: "session",
    summary: "Unlink an account. Signing in with it and the same verified email links it again",
    input: z.strictObject({ identityId: fields.id() }),
    output: z.object({}),
    reply: "empty",
    refusals: [commonRefusals.not_found],
  }),
};
