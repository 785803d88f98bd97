import { sql } from "drizzle-orm";
import { emailKey } from "#base/emailAddress.ts";
import type { Input, Output } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import type { Settings } from "#api/context.ts";
import type { Mail, HttpClient, Passwords } from "#api/ports.ts";
import type { Feature } from "#api/serve.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { session } from "#features/access/session/contract.ts";
import { demoPasswordHash } from "#features/access/session/api/seed.ts";
import { demoPassword } from "#features/access/session/rules.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { authenticate, recallActor } from "#features/access/session/api/service/authenticate.ts";
import { call, type Transport } from "#web/call.ts";

export type TestUser = { readonly userId: string; readonly number: number; readonly email: string };

type ClientAddress = { readonly address?: string; readonly device?: string };

export type SessionApi = TestApi & {
  /** How often each was called: tests compare work by counts, not by time. */
  readonly hashing: { hashed: number; verified: number };
  /** A user who can sign in with `password`. */
  readonly addPerson: (user: {
    readonly email: string;
    readonly password?: string | null;
    readonly role?: string;
    readonly name?: string;
    readonly language?: string;
    readonly category?: number;
  }) => Promise<TestUser>;
  readonly enter: (email: string, password: string, from?: ClientAddress) => Promise<Output<typeof session.signIn>>;
  /** The transport of a user who has just signed in. */
  readonly transportOf: (email: string, password: string, from?: ClientAddress) => Promise<Transport>;
};

/** `testApi` with the real sign-in: passwords and tokens, with fake hashing that is counted and takes no time. */
export async function sessionApi({
  features = [],
  host = "node",
  allowsCredentialsInUrl = false,
  signInProviders = [],
  rateLimits,
  httpClient,
  mail,
  isLive,
}: {
  features?: readonly Feature[];
  host?: Settings["host"];
  allowsCredentialsInUrl?: boolean;
  signInProviders?: Settings["signInProviders"];
  rateLimits?: Settings["rateLimits"];
  /** Outgoing calls; none by default. */
  httpClient?: HttpClient;
  /** By default, emails are sent. */
  mail?: Mail;
  /** Runs the event stream. */
  isLive?: true;
} = {}): Promise<SessionApi> {
  const hashing = { hashed: 0, verified: 0 };
  const passwords: Passwords = {
    hash: async (password) => {
      hashing.hashed++;
      return fakeHash(password);
    },
    verify: async (password, phc) => {
      hashing.verified++;
      // The hash of the demonstration is real, and checked by the test of the browser host's hashing.
      return phc === fakeHash(password) || phc === outdatedHash(password) || isDemonstration(password, phc);
    },
  };
  const api = await testApi([sessionFeature, ...features], {
    authenticate,
    recall: recallActor,
    host,
    allowsCredentialsInUrl,
    signInProviders,
    ...(rateLimits ? { rateLimits } : {}),
    ...(isLive ? { isLive } : {}),
    ports: { passwords, ...(httpClient ? { httpClient } : {}), ...(mail ? { mail } : {}) },
  });
  const enter: SessionApi["enter"] = (email, password, { address = "192.0.2.1", device } = {}) => {
    const input: Input<typeof session.signIn> = { mt_email: email, mt_password: password, device };
    return call(api.transportFor({ address }), session.signIn, input);
  };
  return {
    ...api,
    hashing,
    addPerson: (user) => addUser(api, user),
    enter,
    transportOf: async (email, password, from) =>
      api.transportFor({ ...from, token: (await enter(email, password, from)).accessToken }),
  };
}

const isDemonstration = (password: string, phc: string) => password === demoPassword && phc === demoPasswordHash;

export const fakeHash = (password: string) => `$argon2id$v=19$m=19456,t=2,p=1$fake$${password}`;
/** As an earlier release might have created it. */
export const outdatedHash = (password: string) => `$argon2id$v=19$m=4096,t=1,p=1$fake$${password}`;

async function addUser(
  { db, clock }: TestApi,
  {
    email,
    password = null,
    role = "user",
    name = "Nur'ain O'Example",
    language = "en",
    category = 1,
  }: Parameters<SessionApi["addPerson"]>[0],
): Promise<TestUser> {
  const userId = newId();
  const hash = password === null ? null : fakeHash(password);
  const result = await db.execute(sql`
    insert into users (id, category_id, name, email, email_key, sort_key, search_key, password_hash, status, language, created_at, updated_at)
    values (${userId}, ${category}, ${name}, ${email}, ${emailKey(email)}, ${name}, ${name}, ${hash}, 'active', ${language},
            ${clock.now}::timestamptz, ${clock.now}::timestamptz)
    returning number`);
  await db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${userId}::uuid, id, ${clock.now}::timestamptz from roles where code = ${role}`);
  return { userId, email, number: (result as { rows: { number: number }[] }).rows[0]!.number };
}

/** The refusal of a call. A response, or another error, fails the test. */
export async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const outcome = await answer.catch((error: unknown) => error);
  if (outcome instanceof Refusal) return outcome;
  throw new Error("it did not end in a refusal", { cause: outcome });
}
