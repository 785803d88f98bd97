import * as z from "zod/mini";
import type { Ctx, ProviderSettings } from "#api/context.ts";
import type { SignInSecrets } from "#features/access/providers/api/service/secrets.ts";

/** A provider's statement who a user is, verified: from the provider, for us, and current. */
export type Proof = {
  readonly issuer: string;
  /** The provider's own id of the user, which is never reused. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** The token it was read from. Gives access to the user's profile record, and is not stored. */
  readonly token: string;
};

/**
 * One provider, of either kind. What a kind can't do is null. All functions return a proof, or refuse with
 * `provider_unreachable` or `identity_unproven`.
 */
export type Adapter = {
  readonly settings: ProviderSettings;
  /** For providers with pages of their own: their addresses, and the parameters with which they redirect back. */
  readonly pages: {
    readonly url: (ctx: Ctx, secrets: SignInSecrets) => Promise<string>;
    readonly prove: (ctx: Ctx, answer: ReturnedAnswer) => Promise<Proof>;
  } | null;
  /** For providers that accept a password, or tokens from a client. */
  readonly tokens: {
    /** Also refuses with `provider_password_wrong`. */
    readonly proveByPassword: (ctx: Ctx, typed: { email: string; password: string }) => Promise<Proof>;
    readonly proveByCustomToken: (ctx: Ctx, customToken: string) => Promise<Proof>;
    readonly proveByIdToken: (ctx: Ctx, idToken: string) => Promise<Proof>;
  } | null;
  /** The record that the provider stores for each user. */
  readonly profiles: {
    readonly read: (ctx: Ctx, proof: Proof) => Promise<Profile | null>;
    readonly write: (ctx: Ctx, proof: Proof, profile: Profile) => Promise<void>;
  } | null;
};

export type ReturnedAnswer = {
  readonly code: string;
  readonly iss: string | undefined;
  readonly secrets: SignInSecrets;
};

/**
 * The profile record that a realtime database stores for each user, in the format of the template's shell (spec 000 §3
 * and §7). The user can write it, so we only use what they may choose anyway: its `role` is for clients that read it
 * there, and never used here.
 */
export const Profile = z.looseObject({
  uuid: z.optional(z.string()),
  from: z.optional(z.string()),
  role: z.optional(z.unknown()),
  data: z.optional(
    z.looseObject({
      displayName: z.optional(z.string()),
      email: z.optional(z.string()),
      settings: z.optional(z.unknown()),
      shortcuts: z.optional(z.unknown()),
    }),
  ),
});
export type Profile = z.output<typeof Profile>;
