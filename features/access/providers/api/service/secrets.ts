import { returnPath } from "#features/access/providers/rules.ts";
import type { Ctx } from "#api/context.ts";
import { base64Url, hashText } from "#features/access/session/api/service/tokens.ts";

/** The values that bind a sign-in to the browser that began it. */
export type SignInSecrets = {
  /** Returns with the browser. */
  readonly state: string;
  /** Returns in the id token. */
  readonly nonce: string;
  /** Sent to the provider with the code, which is useless without it (RFC 7636). */
  readonly verifier: string;
};

/**
 * Derives all three from the browser's ticket: without it none can be computed, and the server stores none. None
 * reveals another.
 */
export async function secretsOf(ticket: string): Promise<SignInSecrets> {
  const derive = async (purpose: string) => base64Url(await hashText(`${purpose}:${ticket}`));
  return { state: await derive("state"), nonce: await derive("nonce"), verifier: await derive("verifier") };
}

/** The challenge for the verifier (RFC 7636, S256). */
export const challengeOf = async (verifier: string) => base64Url(await hashText(verifier));

/** The redirect address for providers. */
export const returnUrl = (ctx: Ctx) => `${ctx.settings.publicUrl}${returnPath}`;
