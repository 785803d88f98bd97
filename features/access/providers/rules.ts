/** How long a user may take at the provider's own pages. */
export const signInMinutes = 10;

/** The redirect path for providers. It is also in the provider's settings. */
export const returnPath = "/login/return";

/** The path of the password form for a provider, by its code. */
export const passwordPath = "/login/with/$provider";

/** The path of the user's linked identities. */
export const identitiesPath = "/apps/account/identities";

/** What a browser stores while its user is at the provider: only in this tab. */
export type PendingSignIn = { readonly provider: string; readonly ticket: string; readonly redirect?: string };
export const pendingSignInKey = "mizan.providerSignIn";

/** The stored value, if it is complete. */
export function readPendingSignIn(text: string | null): PendingSignIn | null {
  if (text === null) return null;
  try {
    const { provider, ticket, redirect } = JSON.parse(text) as Partial<PendingSignIn>;
    if (typeof provider !== "string" || typeof ticket !== "string") return null;
    return typeof redirect === "string" ? { provider, ticket, redirect } : { provider, ticket };
  } catch {
    return null;
  }
}
