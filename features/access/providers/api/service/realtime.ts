import { exportJWK, importX509, type JSONWebKeySet } from "jose";
import * as z from "zod/mini";
import { secondMs } from "#base/time.ts";
import type { Ctx, RealtimeSettings } from "#api/context.ts";
import { providerRefusals } from "#features/access/providers/contract.ts";
import { type Adapter, Profile, type Proof } from "#features/access/providers/api/service/adapter.ts";
import {
  type Answer,
  ask,
  readPublished,
  unproven,
  unreachable,
} from "#features/access/providers/api/service/outside.ts";
import { verifiedClaims } from "#features/access/providers/api/service/signatures.ts";

/** A hosted realtime database: tokens of its accounts, and a record for each user. */
export const realtimeAdapter = (settings: RealtimeSettings): Adapter => ({
  settings,
  pages: null,
  tokens: {
    proveByPassword: (ctx, { email, password }) => proveAtAccounts(ctx, settings, { email, password }),
    proveByCustomToken: (ctx, customToken) => proveAtAccounts(ctx, settings, { token: customToken }),
    proveByIdToken: (ctx, idToken) => proveByIdToken(ctx, settings, idToken),
  },
  profiles: {
    read: (ctx, proof) => readRecord(ctx, settings, proof),
    write: (ctx, proof, profile) => writeRecord(ctx, settings, proof, profile),
  },
});

/** Error codes of its accounts that are the user's fault, and not the provider's. */
const wrongPasswordCodes = /^(INVALID_LOGIN_CREDENTIALS|INVALID_PASSWORD|EMAIL_NOT_FOUND|INVALID_EMAIL|USER_DISABLED)/;
const tooManyCode = /^TOO_MANY_ATTEMPTS/;

const IdToken = z.object({ idToken: z.string() });
const Refused = z.object({ error: z.object({ message: z.string() }) });

/** Exchanges a password, or a custom token, for an id token, which is then verified like any other. */
async function proveAtAccounts(
  ctx: Ctx,
  settings: RealtimeSettings,
  shown: { email: string; password: string } | { token: string },
): Promise<Proof> {
  const method = "token" in shown ? "signInWithCustomToken" : "signInWithPassword";
  const url = `${settings.accountsUrl}/v1/accounts:${method}?key=${encodeURIComponent(settings.apiKey)}`;
  const answer = await ask(ctx, settings, jsonRequest(url, "POST", { ...shown, returnSecureToken: true }));
  const issued = z.safeParse(IdToken, answer.body);
  if (answer.isOk && issued.success) return proveByIdToken(ctx, settings, issued.data.idToken);
  throw refusalFor(ctx, settings, answer, method);
}

function refusalFor(ctx: Ctx, settings: RealtimeSettings, { status, body }: Answer, method: string) {
  const refused = z.safeParse(Refused, body);
  const said = refused.success ? refused.data.error.message : "";
  if (method === "signInWithPassword" && wrongPasswordCodes.test(said))
    return providerRefusals.provider_password_wrong({ provider: settings.name });
  const code = /^[A-Z_]{1,60}/.exec(said)?.[0] ?? "";
  if (status === 429 || tooManyCode.test(said)) return unreachable(ctx, settings, `${method}: ${status} ${code}`);
  return unproven(ctx, settings, `${method}: ${status} ${code}`);
}

async function proveByIdToken(ctx: Ctx, settings: RealtimeSettings, idToken: string): Promise<Proof> {
  const claims = await verifiedClaims(ctx, settings, idToken, {
    issuer: settings.issuer,
    audience: settings.projectId,
    algorithms: ["RS256"],
    requiredClaims: ["sub", "exp", "iat", "auth_time"],
    readKeys: () => readCertificates(ctx, settings),
  });
  const { sub, email, email_verified, name } = claims;
  if (sub === undefined || !/^[^./#$[\]\s]{1,128}$/.test(sub)) throw unproven(ctx, settings, "sub");
  return {
    issuer: settings.issuer,
    subject: sub,
    email: typeof email === "string" ? email : null,
    isEmailVerified: email_verified === true,
    name: typeof name === "string" ? name : null,
    token: idToken,
  };
}

/** Its published certificates, by key id. */
async function readCertificates(ctx: Ctx, settings: RealtimeSettings): Promise<JSONWebKeySet> {
  const schema = z.record(z.string(), z.string());
  const certificates = await readPublished(ctx, settings, { url: settings.certificatesUrl, schema });
  const keys = Object.entries(certificates).map(async ([kid, certificate]) => {
    const key = await importX509(certificate, "RS256", { extractable: true }).catch(() => {
      throw unreachable(ctx, settings, `${settings.certificatesUrl}: ${kid} is no certificate`);
    });
    return { ...(await exportJWK(key)), kid, alg: "RS256", use: "sig" };
  });
  return { keys: await Promise.all(keys) };
}

/** A record is optional, so its timeout is shorter than that of a proof. */
const recordPatienceMs = secondMs;

async function readRecord(ctx: Ctx, settings: RealtimeSettings, proof: Proof): Promise<Profile | null> {
  const { isOk, status, body } = await ask(ctx, settings, recordRequest(settings, proof, "GET"));
  const record = z.safeParse(z.nullable(Profile), body);
  if (isOk && record.success) return record.data;
  throw unreachable(ctx, settings, isOk ? "the record is of another shape" : `record not read: ${status}`);
}

async function writeRecord(ctx: Ctx, settings: RealtimeSettings, proof: Proof, profile: Profile): Promise<void> {
  const { isOk, status } = await ask(ctx, settings, recordRequest(settings, proof, "PUT", profile));
  if (!isOk) throw unreachable(ctx, settings, `record not written: ${status}`);
}

/** The database gets the user's own token, so its own rules decide what they can read and write. */
function recordRequest(
  { databaseUrl }: RealtimeSettings,
  { subject, token }: Proof,
  method: "GET" | "PUT",
  body?: Profile,
) {
  const url = `${databaseUrl}/users/${encodeURIComponent(subject)}.json?auth=${encodeURIComponent(token)}`;
  return jsonRequest(url, method, body, AbortSignal.timeout(recordPatienceMs));
}

const jsonRequest = (url: string, method: string, body?: unknown, signal?: AbortSignal) =>
  new Request(url, {
    method,
    headers: { accept: "application/json", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
