import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { decodeJwt, type JWTPayload, SignJWT } from "jose";
import type { RealtimeSettings } from "#api/context.ts";
import { closed, listening } from "#hosts/node/testing/openIdProvider.ts";

export type RealtimeAccount = {
  readonly uid: string;
  readonly password: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name?: string;
};

/** A fake of a hosted realtime database and its accounts: certificates, sign-in by REST, a record for each user. */
export type RealtimeProvider = {
  readonly settings: RealtimeSettings;
  readonly accounts: RealtimeAccount[];
  readonly records: Map<string, unknown>;
  /** The requests so far, such as `PUT /users/uid.json`. */
  readonly asked: string[];
  /** Makes reads and writes of records fail. */
  isDatabaseAway: boolean;
  /** A token of the provider, or a forged one: the given claims override its own. */
  readonly issue: (account: RealtimeAccount, claims?: JWTPayload) => Promise<string>;
  readonly stop: () => Promise<void>;
};

const projectId = "mizan-test";
const apiKey = "a public key of the project";

/** `now` in ms: the clock for its tokens. */
export async function startRealtimeProvider(now: () => number): Promise<RealtimeProvider> {
  const server = createServer();
  const origin = await listening(server);
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const certificate = selfSigned(publicKey, privateKey);
  const settings: RealtimeSettings = {
    kind: "realtime",
    code: "firebase",
    name: "Realtime",
    defaultRole: null,
    projectId,
    apiKey,
    databaseUrl: origin,
    issuer: `https://securetoken.google.com/${projectId}`,
    certificatesUrl: `${origin}/certificates`,
    accountsUrl: origin,
  };
  const issue: RealtimeProvider["issue"] = ({ uid, email, isEmailVerified, name }, claims = {}) => {
    const iat = Math.floor(now() / 1000);
    const honest = { iss: settings.issuer, aud: projectId, sub: uid, iat, exp: iat + 3600, auth_time: iat };
    return new SignJWT({ ...honest, email, email_verified: isEmailVerified, name, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "certificate-1" })
      .sign(privateKey);
  };
  const provider: RealtimeProvider = {
    settings,
    issue,
    accounts: [],
    records: new Map(),
    asked: [],
    isDatabaseAway: false,
    stop: () => closed(server),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", origin);
    provider.asked.push(`${request.method} ${url.pathname}`);
    const { status, body } = await answerTo(provider, { certificate, request, url });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  server.on("request", (request, response) => void answer(request, response));
  return provider;
}

type ProviderAnswer = { readonly status: number; readonly body: unknown };
type ProviderRequest = { readonly certificate: string; readonly request: IncomingMessage; readonly url: URL };

async function answerTo(
  provider: RealtimeProvider,
  { certificate, request, url }: ProviderRequest,
): Promise<ProviderAnswer> {
  if (url.pathname === "/certificates") return { status: 200, body: { "certificate-1": certificate } };
  if (url.pathname.startsWith("/v1/accounts:"))
    return signInAt(provider, url, (await bodyOf(request)) as Record<string, string>);
  const uid = /^\/users\/([^/]+)\.json$/.exec(url.pathname)?.[1];
  if (uid === undefined) return { status: 404, body: null };
  if (provider.isDatabaseAway) return { status: 503, body: { error: "away" } };
  // The security rule of such a database: users read and write their own record.
  const token = url.searchParams.get("auth") ?? "";
  if (decodeJwt(token).sub !== decodeURIComponent(uid)) return { status: 401, body: { error: "Permission denied" } };
  if (request.method === "PUT") provider.records.set(uid, withoutEmpty(await bodyOf(request)));
  return { status: 200, body: provider.records.get(uid) ?? null };
}

async function signInAt(provider: RealtimeProvider, url: URL, sent: Record<string, string>): Promise<ProviderAnswer> {
  const refused = (message: string) => ({ status: 400, body: { error: { code: 400, message } } });
  if (url.searchParams.get("key") !== apiKey) return refused("API key not valid. Please pass a valid API key.");
  const account =
    url.pathname === "/v1/accounts:signInWithCustomToken"
      ? provider.accounts.find(({ uid }) => sent.token === `custom:${uid}`)
      : provider.accounts.find(({ email, password }) => email === sent.email && password === sent.password);
  if (account !== undefined) return { status: 200, body: { idToken: await provider.issue(account) } };
  return refused("token" in sent ? "INVALID_CUSTOM_TOKEN" : "INVALID_LOGIN_CREDENTIALS");
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Such a database stores no empty lists and objects. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(withoutEmpty);
  const kept = Object.entries(value).flatMap(([name, each]) => {
    const inner = withoutEmpty(each);
    return inner === null ? [] : [[name, inner] as const];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** A self-signed X.509 certificate (RFC 5280 §4.1), in PEM. */
function selfSigned(publicKey: KeyObject, privateKey: KeyObject): string {
  const sha256WithRsa = der(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));
  const nobody = der(0x30);
  const validity = der(0x30, utcTime("250101000000Z"), utcTime("491231235959Z"));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const toBeSigned = der(0x30, version, serial, sha256WithRsa, nobody, validity, nobody, spki);
  const signature = createSign("sha256").update(toBeSigned).sign(privateKey);
  const certificate = der(0x30, toBeSigned, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").replaceAll(/(.{64})/g, "$1\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const utcTime = (text: string) => der(0x17, Buffer.from(text));

/** Tag, length and content (X.690 §8.1). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), content]);
}
