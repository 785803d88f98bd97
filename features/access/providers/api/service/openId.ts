import type { JSONWebKeySet, JWTPayload } from "jose";
import * as z from "zod/mini";
import { addMs, hourMs, type Instant } from "#base/time.ts";
import type { Ctx, OpenIdSettings } from "#api/context.ts";
import type { Adapter, Proof, ReturnedAnswer } from "#features/access/providers/api/service/adapter.ts";
import { ask, readPublished, unproven, unreachable } from "#features/access/providers/api/service/outside.ts";
import { challengeOf, returnUrl, type SignInSecrets } from "#features/access/providers/api/service/secrets.ts";
import { verifiedClaims } from "#features/access/providers/api/service/signatures.ts";

/** Any provider of OpenID Connect Core 1.0, by the authorization code flow with PKCE. */
export const openIdAdapter = (settings: OpenIdSettings): Adapter => ({
  settings,
  pages: {
    url: (ctx, secrets) => authorizationUrl(ctx, settings, secrets),
    prove: (ctx, answer) => proveByCode(ctx, settings, answer),
  },
  tokens: null,
  profiles: null,
});

/** Asymmetric algorithms only: not `HS256`, whose key would be our secret, and never `none`. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const DiscoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.optional(z.string()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
});
type DiscoveryDocument = z.output<typeof DiscoveryDocument>;

const discoveryTtlMs = hourMs;
const discovered = new WeakMap<OpenIdSettings, { readonly document: DiscoveryDocument; readonly readAt: Instant }>();

/** The provider's endpoints, from its own configuration document. */
async function discover(ctx: Ctx, settings: OpenIdSettings): Promise<DiscoveryDocument> {
  const kept = discovered.get(settings);
  if (kept && kept.readAt > addMs(ctx.now, -discoveryTtlMs)) return kept.document;
  const url = `${settings.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = await readPublished(ctx, settings, { url, schema: DiscoveryDocument });
  // With another issuer's document, its tokens would be accepted as this one's.
  if (document.issuer !== settings.issuer) throw unreachable(ctx, settings, "the issuer calls itself otherwise");
  const { protocol } = new URL(settings.issuer);
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint = settings.issuer } = document;
  const isUnprotected = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint].find(
    (endpoint) => !URL.canParse(endpoint) || ![protocol, "https:"].includes(new URL(endpoint).protocol),
  );
  if (isUnprotected !== undefined) throw unreachable(ctx, settings, "an endpoint is less protected than the issuer");
  discovered.set(settings, { document, readAt: ctx.now });
  return document;
}

async function authorizationUrl(ctx: Ctx, settings: OpenIdSettings, secrets: SignInSecrets): Promise<string> {
  const { authorization_endpoint } = await discover(ctx, settings);
  const url = new URL(authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: settings.clientId,
    redirect_uri: returnUrl(ctx),
    scope: "openid email profile",
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await challengeOf(secrets.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function proveByCode(ctx: Ctx, settings: OpenIdSettings, { code, iss, secrets }: ReturnedAnswer): Promise<Proof> {
  const endpoints = await discover(ctx, settings);
  const mustNameIssuer = endpoints.authorization_response_iss_parameter_supported === true;
  if (iss === undefined ? mustNameIssuer : iss !== settings.issuer)
    throw unproven(ctx, settings, "sent back by another");
  const tokens = await exchangeCode(ctx, settings, { endpoints, code, verifier: secrets.verifier });
  const claims = await verifiedClaims(ctx, settings, tokens.id_token, {
    issuer: settings.issuer,
    audience: settings.clientId,
    algorithms,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
    readKeys: () => readKeys(ctx, settings, endpoints),
  });
  if (claims.nonce !== secrets.nonce) throw unproven(ctx, settings, "nonce");
  if (!isMeantFor(settings.clientId, claims)) throw unproven(ctx, settings, "azp");
  return proofFrom(ctx, settings, { claims: await withAddress(ctx, settings, { claims, endpoints, tokens }), tokens });
}

const Tokens = z.object({ id_token: z.string(), access_token: z.string() });
type Tokens = z.output<typeof Tokens>;

async function exchangeCode(
  ctx: Ctx,
  settings: OpenIdSettings,
  { endpoints, code, verifier }: { endpoints: DiscoveryDocument; code: string; verifier: string },
): Promise<Tokens> {
  const { headers, fields } = credentialsOf(settings, endpoints.token_endpoint_auth_methods_supported);
  const redirect_uri = returnUrl(ctx);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri,
    code_verifier: verifier,
    ...fields,
  });
  const request = new Request(endpoints.token_endpoint, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded", ...headers },
    body: body.toString(),
  });
  const { isOk, status, body: answered } = await ask(ctx, settings, request);
  const tokens = z.safeParse(Tokens, answered);
  if (isOk && tokens.success) return tokens.data;
  const { error } = (typeof answered === "object" && answered !== null ? answered : {}) as { error?: unknown };
  throw unproven(ctx, settings, `code not exchanged: ${status} ${/^[a-z_]{1,40}$/.exec(String(error))?.[0] ?? ""}`);
}

/** Our client authentication, as in RFC 6749 §2.3.1 unless the provider accepts only the other method. */
function credentialsOf({ clientId, clientSecret }: OpenIdSettings, methods = ["client_secret_basic"]) {
  if (clientSecret === null) return { headers: {}, fields: { client_id: clientId } };
  if (!methods.includes("client_secret_basic") && methods.includes("client_secret_post"))
    return { headers: {}, fields: { client_id: clientId, client_secret: clientSecret } };
  const encode = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
  return { headers: { authorization: `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}` }, fields: {} };
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

const readKeys = async (ctx: Ctx, settings: OpenIdSettings, { jwks_uri }: DiscoveryDocument): Promise<JSONWebKeySet> =>
  (await readPublished(ctx, settings, { url: jwks_uri, schema: KeySet })) as JSONWebKeySet;

/** OpenID Connect Core §3.1.3.7, 4 and 5: a token for several audiences names the authorized one. */
function isMeantFor(clientId: string, { aud, azp }: JWTPayload): boolean {
  if (azp !== undefined) return azp === clientId;
  return typeof aud === "string" || aud?.length === 1;
}

/** Many providers leave the address out of the id token; then it is requested from the user info endpoint. */
async function withAddress(
  ctx: Ctx,
  settings: OpenIdSettings,
  { claims, endpoints, tokens }: { claims: JWTPayload; endpoints: DiscoveryDocument; tokens: Tokens },
): Promise<JWTPayload> {
  if (typeof claims.email === "string" || endpoints.userinfo_endpoint === undefined) return claims;
  const headers = { accept: "application/json", authorization: `Bearer ${tokens.access_token}` };
  const { isOk, body } = await ask(ctx, settings, new Request(endpoints.userinfo_endpoint, { headers }));
  const reported = (typeof body === "object" && body !== null ? body : {}) as JWTPayload;
  // The response may be about another user (§5.3.2); without an address only linked users can sign in.
  return isOk && reported.sub === claims.sub ? { ...reported, ...claims } : claims;
}

function proofFrom(
  ctx: Ctx,
  settings: OpenIdSettings,
  { claims, tokens }: { claims: JWTPayload; tokens: Tokens },
): Proof {
  const { sub, email, email_verified, name } = claims;
  if (sub === undefined || sub === "" || sub.length > 255) throw unproven(ctx, settings, "sub");
  return {
    issuer: settings.issuer,
    subject: sub,
    email: typeof email === "string" ? email : null,
    // Some send it as a string.
    isEmailVerified: email_verified === true || email_verified === "true",
    name: typeof name === "string" ? name : null,
    token: tokens.id_token,
  };
}
