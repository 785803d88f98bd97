import * as z from "zod/mini";
import { PendingApproval } from "#base/approvals.ts";
import { operation } from "#base/contract.ts";
import { requiredActions } from "#base/requiredActions.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { AccessToken, token } from "#features/access/session/contract.ts";
import { codePattern } from "#features/access/session/rules.ts";

export const factorRefusals = refusals({
  /** The same for each kind of factor, and for one that was used before. */
  second_factor_wrong: { status: 401, message: "Incorrect code. Try again." },
  passkey_not_accepted: { status: 401, message: "This passkey wasn’t accepted. Sign in with your password." },
  challenge_expired: { status: 410, message: "This took too long. Start again." },
  proof_required: { status: 403, message: "Confirm it’s you with your password or a code from your app." },
  proof_wrong: { status: 422, message: "Incorrect password or code." },
  sign_in_again: { status: 403, message: "Sign in again to confirm it’s you." },
  code_wrong: { status: 422, message: "Incorrect code. Enter the code your app shows now." },
  authenticator_set_up: { status: 409, message: "An authenticator app is already set up. Remove it first." },
  authenticator_not_started: { status: 409, message: "Authenticator setup has expired. Start again." },
  passkey_refused: { status: 422, message: "This passkey couldn’t be added. Try again." },
  passkey_known: { status: 409, message: "You’ve already added this passkey." },
  too_many_passkeys: { status: 409, message: "You’ve reached the limit of {maximum} passkeys. Remove one first." },
  password_asked: {
    status: 422,
    message: "Enter your password, not a code.",
  },
  password_needs_factor: {
    status: 409,
    message: "To remove this, first change your password to at least {minimum} characters.",
  },
  no_second_factor: { status: 409, message: "Set up two-factor authentication first." },
  own_factors: { status: 409, message: "Manage your own two-factor settings on your password page." },
  resets_too_much: { status: 403, message: "This user has permissions you don’t have, so someone else must do this." },
});

const base64Url = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/), z.refine(isWholeBytes));
const isWholeBytes = (text: string) => text.length % 4 !== 1;

/** Identifies a passkey to its browser. */
const KnownPasskey = z.object({ id: z.string(), transports: z.array(z.string()) });
/** The options for a browser's signature: sign `challenge` with one of these, or with any if the list is empty. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  relyingPartyId: z.string(),
  needsVerification: z.boolean(),
  known: z.array(KnownPasskey),
});
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>;

/** The details of `second_factor_required`: `signInWithFactor` must follow within five minutes. */
export const FactorQuestion = z.object({
  challenge: z.string(),
  hasAuthenticator: z.boolean(),
  passkey: z.nullable(PasskeyQuestion),
});
export type FactorQuestion = z.output<typeof FactorQuestion>;

/** The browser's response to a `PasskeyQuestion`: each field is a part of WebAuthn's own, as base64url. */
const PasskeyAnswer = z.strictObject({
  credentialId: base64Url(1400),
  client: base64Url(4000),
  authenticator: base64Url(4000),
  signature: base64Url(2000),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** A passkey that a browser created. The key is a SubjectPublicKeyInfo; `algorithm` its COSE identifier. */
const PasskeyCredential = z.strictObject({
  client: base64Url(4000),
  authenticator: base64Url(8000),
  publicKey: base64Url(2000),
  algorithm: z.int().check(z.minimum(-fields.int4Max), z.maximum(fields.int4Max)),
  transports: z.array(fields.text({ min: 1, max: 40 })).check(z.maxLength(10)),
});
export type PasskeyCredential = z.output<typeof PasskeyCredential>;

const passkeyName = () => fields.text({ min: 1, max: 80 });
export const Passkey = z.object({
  id: fields.id(),
  name: z.string(),
  createdAt: fields.instant(),
  lastUsedAt: z.nullable(fields.instant()),
  version: fields.version(),
});
export type Passkey = z.output<typeof Passkey>;

/** A user's second factors. */
export const Factors = z.object({
  authenticatorSince: z.nullable(fields.instant()),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** A role requires a second factor. */
  isRequired: z.boolean(),
});
export type Factors = z.output<typeof Factors>;

export const hasSecondFactor = ({ authenticatorSince, passkeys }: Factors) =>
  authenticatorSince !== null || passkeys.length > 0;

/** The user's password, or a code of their authenticator app. */
const proof = { proof: z.optional(z.string().check(z.maxLength(1000))) };
const proofRefusals = [
  factorRefusals.proof_required,
  factorRefusals.proof_wrong,
  factorRefusals.sign_in_again,
  commonRefusals.rate_limited,
] as const;
const removalRefusals = [
  ...proofRefusals,
  factorRefusals.password_asked,
  factorRefusals.password_needs_factor,
] as const;
/** Shown only once. Empty if the user already has some. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const codeField = () => z.string().check(z.regex(codePattern, { error: "six_digits" }));
/** Also allowed for users who must set up a second factor before anything else. */
const ofFactors = { permission: "session", allowedBefore: ["setUpSecondFactor"] } as const;
/** A second factor, as the user enters it. */
export const factors = {
  signInWithFactor: operation({
    method: "POST",
    path: "/api/v1/session/second-factor",
    permission: "public",
    isSignIn: true,
    summary: "Complete the second step of sign-in with an app code, a recovery code or a passkey",
    input: z
      .strictObject({
        challenge: token(),
        code: z.optional(codeField()),
        recoveryCode: z.optional(fields.text({ min: 1, max: 40 })),
        passkey: z.optional(PasskeyAnswer),
      })
      .check(
        z.refine(
          ({ code, recoveryCode, passkey }) =>
            [code, recoveryCode, passkey].filter((one) => one !== undefined).length === 1,
          { error: "one_factor" },
        ),
      ),
    /** The number of recovery codes left after one was used; else null. */
    output: z.object({ accessToken: z.string(), recoveryCodesLeft: z.nullable(z.int()) }),
    refusals: [factorRefusals.challenge_expired, factorRefusals.second_factor_wrong, commonRefusals.rate_limited],
  }),
  startPasskeySignIn: operation({
    method: "POST",
    path: "/api/v1/session/passkey-questions",
    permission: "public",
    isSignIn: true,
    summary: "Get the options for a sign-in with a passkey alone",
    input: z.strictObject({}),
    output: PasskeyQuestion,
    refusals: [commonRefusals.rate_limited],
  }),
  signInWithPasskey: operation({
    method: "POST",
    path: "/api/v1/session/passkey",
    permission: "public",
    isSignIn: true,
    summary: "Sign in with a passkey alone",
    input: z.strictObject({ challenge: token(), passkey: PasskeyAnswer, device: z.optional(token()) }),
    output: AccessToken,
    refusals: [factorRefusals.challenge_expired, factorRefusals.passkey_not_accepted, commonRefusals.rate_limited],
  }),
  readFactors: operation({
    permission: "session",
    // The required length of a new password depends on them.
    allowedBefore: requiredActions,
    method: "GET",
    path: "/api/v1/session/factors",
    summary: "Get your authenticator app, passkeys and recovery codes",
    input: z.strictObject({}),
    output: Factors,
  }),
  startAuthenticator: operation({
    ...ofFactors,
    method: "POST",
    path: "/api/v1/session/authenticator",
    summary: "Start setting up an authenticator app: returns its key and the URL for a QR code",
    input: z.strictObject(proof),
    output: z.object({ key: z.string(), uri: z.string() }),
    refusals: [...proofRefusals, factorRefusals.authenticator_set_up],
  }),
  confirmAuthenticator: operation({
    ...ofFactors,
    method: "POST",
    path: "/api/v1/session/authenticator/confirmation",
    summary: "Confirm the authenticator app with a first code. It is required from now on",
    input: z.strictObject({ code: codeField() }),
    output: RecoveryCodes,
    refusals: [factorRefusals.code_wrong, factorRefusals.authenticator_not_started, commonRefusals.rate_limited],
  }),
  removeAuthenticator: operation({
    ...ofFactors,
    method: "POST",
    path: "/api/v1/session/authenticator/removal",
    summary: "Remove the authenticator app",
    input: z.strictObject(proof),
    output: z.object({}),
    reply: "empty",
    refusals: removalRefusals,
  }),
  startPasskey: operation({
    ...ofFactors,
    method: "POST",
    path: "/api/v1/session/passkeys/questions",
    summary: "Get the options to create a passkey",
    input: z.strictObject(proof),
    output: z.object({
      challenge: z.string(),
      relyingPartyId: z.string(),
      algorithms: z.array(z.int()),
      person: z.object({ handle: z.string(), email: z.string(), name: z.string() }),
      known: z.array(KnownPasskey),
    }),
    refusals: proofRefusals,
  }),
  addPasskey: operation({
    ...ofFactors,
    method: "POST",
    path: "/api/v1/session/passkeys",
    summary: "Add a passkey that the browser has created",
    input: z.strictObject({ id: fields.id(), name: passkeyName(), challenge: token(), credential: PasskeyCredential }),
    output: RecoveryCodes,
    refusals: [
      factorRefusals.challenge_expired,
      factorRefusals.passkey_refused,
      factorRefusals.passkey_known,
      factorRefusals.too_many_passkeys,
    ],
  }),
  renamePasskey: operation({
    ...ofFactors,
    method: "PATCH",
    path: "/api/v1/session/passkeys/{passkeyId}",
    summary: "Rename a passkey",
    input: z.strictObject({ passkeyId: fields.id(), version: fields.version(), name: passkeyName() }),
    output: z.object({}),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found],
  }),
  removePasskey: operation({
    ...ofFactors,
    method: "POST",
    path: "/api/v1/session/passkeys/{passkeyId}/removal",
    summary: "Remove a passkey",
    input: z.strictObject({ passkeyId: fields.id(), ...proof }),
    output: z.object({}),
    reply: "empty",
    refusals: [...removalRefusals, commonRefusals.not_found],
  }),
  renewRecoveryCodes: operation({
    ...ofFactors,
    method: "POST",
    path: "/api/v1/session/recovery-codes",
    summary: "Generate new recovery codes. The old ones stop working",
    input: z.strictObject(proof),
    output: RecoveryCodes,
    refusals: [...proofRefusals, factorRefusals.no_second_factor],
  }),
  resetFactors: operation({
    method: "POST",
    path: "/api/v1/users/{userId}/factors/reset",
    permission: "users.resetFactors",
    summary: "Reset a user’s two-factor authentication and end their sessions",
    input: z.strictObject({ userId: fields.id(), reason: fields.text({ min: 1, max: 500 }) }),
    output: z.union([PendingApproval, z.object({})]),
    isDangerous: true,
    refusals: [commonRefusals.not_found, factorRefusals.own_factors, factorRefusals.resets_too_much],
  }),
};
