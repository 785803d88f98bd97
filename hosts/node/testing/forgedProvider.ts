import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { closed, listening } from "#hosts/node/testing/openIdProvider.ts";

type Key = Awaited<ReturnType<typeof generateKeyPair>> & { readonly kid: string };

/** An OpenID Connect provider that gives whatever response a test wants, unlike an honest one. */
export type ForgedProvider = {
  readonly issuer: string;
  /** Creates the id token for the next code from the claims of an honest provider. */
  forge: (honest: JWTPayload, key: Key) => Promise<string>;
  /** Signs with a new key from now on; `isPublished` publishes it instead of the old one. */
  readonly changeKey: (isPublished: boolean) => Promise<void>;
  /** Overrides for its discovery document. */
  description: Record<string, unknown>;
  /** Ends every connection without a response. */
  isSilent: boolean;
  /** The number of requests by path. */
  readonly requests: Map<string, number>;
  readonly stop: () => Promise<void>;
};

export const clientId = "mizan";

/** Signed as by an honest provider. */
export const signed = (claims: JWTPayload, { privateKey, kid }: Key) =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);

/** A token without a signature (RFC 7518 §3.6). */
export const unsigned = (claims: JWTPayload) => `${encoded({ alg: "none" })}.${encoded(claims)}.`;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** `claimsFor` returns the claims of an honest provider for a code. */
export async function startForgedProvider(claimsFor: (code: string) => JWTPayload): Promise<ForgedProvider> {
  const server = createServer();
  const issuer = await listening(server);
  const requestCounts = new Map<string, number>();
  let keys = [await makeKey("key-1")];
  let signing = keys[0]!;
  let keyNumber = 1;
  const forged: ForgedProvider = {
    issuer,
    requests: requestCounts,
    isSilent: false,
    description: {},
    forge: signed,
    changeKey: async (isPublished) => {
      signing = await makeKey(`key-${++keyNumber}`);
      if (isPublished) keys = [signing];
    },
    stop: () => closed(server),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    requestCounts.set(pathname, (requestCounts.get(pathname) ?? 0) + 1);
    if (forged.isSilent) return void request.socket.destroy();
    const body = await answers[pathname]?.(await bodyOf(request));
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? {}));
  };
  server.on("request", (request, response) => void answer(request, response));
  const answers: Record<string, (form: URLSearchParams) => Promise<unknown>> = {
    "/.well-known/openid-configuration": async () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/me`,
      ...forged.description,
    }),
    "/jwks": async () => ({
      keys: await Promise.all(
        keys.map(async ({ publicKey, kid }) => ({ ...(await exportJWK(publicKey)), kid, use: "sig" })),
      ),
    }),
    "/token": async (form) => ({
      access_token: "an-access-token",
      token_type: "Bearer",
      id_token: await forged.forge(claimsFor(form.get("code") ?? ""), signing),
    }),
    "/me": async () => ({ sub: "somebody-else", email: "admin@mizan.test", email_verified: true }),
  };
  return forged;
}

const makeKey = async (kid: string): Promise<Key> => ({
  ...(await generateKeyPair("RS256", { extractable: true })),
  kid,
});

async function bodyOf(request: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
