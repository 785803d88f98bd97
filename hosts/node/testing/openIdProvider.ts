import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** An account at the provider. */
export type ProviderAccount = {
  readonly subject: string;
  readonly email?: string;
  readonly isEmailVerified?: boolean;
  readonly name?: string;
};

export type OpenIdProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By subject, which is also the login name on the provider's page; any password is accepted. */
  readonly accounts: Map<string, ProviderAccount>;
  readonly stop: () => Promise<void>;
};

/**
 * A real, certified OpenID Connect provider on a free port: with sign-in pages, and one client, which must use PKCE.
 * `inUserInfo` leaves the email out of the id token, as many providers do.
 */
export async function startOpenIdProvider({
  redirectUri,
  inUserInfo = false,
}: {
  redirectUri: string;
  inUserInfo?: boolean;
}): Promise<OpenIdProvider> {
  const server = createServer();
  const issuer = await listening(server);
  const accounts = new Map<string, ProviderAccount>();
  const [clientId, clientSecret] = ["mizan", "a secret: of the client's own"];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    conformIdTokenClaims: inUserInfo,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context: unknown, accountId: string) => {
      const account = accounts.get(accountId);
      if (account === undefined) return undefined;
      const { subject: sub, email, isEmailVerified: email_verified, name } = account;
      return { accountId, claims: () => ({ sub, email, email_verified, name }) };
    },
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return { issuer, clientId, clientSecret, accounts, stop: () => closed(server) };
}

/** Its URL, once the server listens on a free local port. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

/**
 * What a user does on the provider's pages, as a browser would send it: signs in as `subject`, and consents. Answers
 * the URL that they are redirected to.
 */
export async function passThroughPages(url: string, subject: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const origin = new URL(url).origin;
  let request: { url: URL; form?: Record<string, string> } = { url: new URL(url) };
  for (let step = 0; step < 20; step++) {
    const response = await fetch(request.url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(request.form ? { method: "POST", body: new URLSearchParams(request.form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) {
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`the provider shows no form: ${response.status} ${page.slice(0, 300)}`);
      const form = page.includes('name="login"')
        ? { prompt: "login", login: subject, password: "any" }
        : { prompt: "consent" };
      request = { url: new URL(action, origin), form };
      continue;
    }
    const next = new URL(location, request.url);
    if (next.origin !== origin) return next;
    request = { url: next };
  }
  throw new Error("the provider never sent the person back");
}
