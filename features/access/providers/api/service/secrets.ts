import { returnPath } from "#features/access/providers/rules.ts";
import type { Ctx } from "#api/context.ts";
import { base64Url, hashText } from "#features/access/session/api/service/tokens.ts";

/** What binds a sign-in to the browser that began it. */
export type SignInSecrets = {
  /** Comes back with the browser. */
  readonly state: string;
  /** Comes back inside the id token. */
  readonly nonce: string;
  /** Goes to the provider with the code, which is worth nothing without it (RFC 7636). */
  readonly verifier: string;
};

/**
 * All three from the ticket that the browser keeps: whoever does not hold it can compute none of them, and the server
 * needs to store none. One says nothing about another.
 */
export async function secretsOf(ticket: string): Promise<SignInSecrets> {
  const derive = async (purpose: string) => base64Url(await hashText(`${purpose}:${ticket}`));
  return { state: await derive("state"), nonce: await derive("nonce"), verifier: await derive("verifier") };
}

/** What the verifier is known by before it is shown (RFC 7636, S256). */
export const challengeOf = async (verifier: string) => base64Url(await hashText(verifier));

/** Where the provider sends people back to. */
export const returnUrl = (ctx: Ctx) => `${ctx.settings.publicUrl}${returnPath}`;
