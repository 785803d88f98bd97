import * as z from "zod/mini";
import type { Ctx, ProviderSettings } from "#api/context.ts";
import type { SignInSecrets } from "#features/access/providers/api/service/secrets.ts";

/** Who a provider says that somebody is, checked to be its own word, for us, and of now. */
export type Proof = {
  readonly issuer: string;
  /** The provider's own name for the person, which it gives nobody else. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** What it was read from. Opens the person's profile record, and is kept nowhere. */
  readonly token: string;
};

/**
 * One provider, of either kind. What a kind cannot do is null. All ways end in a proof, or refuse with
 * `provider_unreachable` or `identity_unproven`.
 */
export type Adapter = {
  readonly settings: ProviderSettings;
  /** Has pages of its own: where they are, and what they send a browser back with. */
  readonly pages: {
    readonly url: (ctx: Ctx, secrets: SignInSecrets) => Promise<string>;
    readonly prove: (ctx: Ctx, answer: ReturnedAnswer) => Promise<Proof>;
  } | null;
  /** Takes what somebody types, and tokens that a client brings. */
  readonly tokens: {
    /** Refuses with `provider_password_wrong`, too. */
    readonly proveByPassword: (ctx: Ctx, typed: { email: string; password: string }) => Promise<Proof>;
    readonly proveByCustomToken: (ctx: Ctx, customToken: string) => Promise<Proof>;
    readonly proveByIdToken: (ctx: Ctx, idToken: string) => Promise<Proof>;
  } | null;
  /** The record that it keeps for each person. */
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
 * The profile record that a realtime database keeps for each person, in the shape of the template's shell (spec 000 §3
 * and §7). Its person may write it, so nothing in it is believed but what they may choose anyway: its `role` is for
 * clients that read it there, and never read here.
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
