/** How long a person may take at the provider's own pages. */
export const signInMinutes = 10;

/** Where a provider sends people back to. It stands in the provider's settings, too. */
export const returnPath = "/login/return";

/** Where a provider's password is asked for, by the code of the provider. */
export const passwordPath = "/login/with/$provider";

/** Where one sees which other ways lead to one's own account. */
export const identitiesPath = "/apps/account/identities";

/** What a browser keeps while its person is at the provider: this tab's own, gone with it. */
export type PendingSignIn = { readonly provider: string; readonly ticket: string; readonly redirect?: string };
export const pendingSignInKey = "mizan.providerSignIn";

/** What was kept, if it is whole. */
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
