import { sql } from "drizzle-orm";
import { parseGrant, permissionsOf, type RowScope } from "#base/grants.ts";
import type { Instant } from "#base/time.ts";
import { addMs, hourMs } from "#base/time.ts";
import { uuidv7 } from "#base/ids.ts";
import { type Api, type Authenticate, createApi, type RecallActor } from "#api/app.ts";
import { aesCipher, cipherKey } from "#api/cipher.ts";
import type { Actor, Db, ReadActor, Settings } from "#api/context.ts";
import { startWorker } from "#api/jobs.ts";
import { createLive, type LiveHub } from "#api/live/hub.ts";
import { noWebhookClient } from "#api/noWebhookClient.ts";
import type { Files, Email, Log, Ports } from "#api/ports.ts";
import type { Feature } from "#api/serve.ts";
import { testSettings } from "#api/testing/testSettings.ts";
import { openTestDatabase, type TestDatabase } from "#api/testing/testDatabase.ts";
import { accessAudit } from "#features/access/audit/api/service/accessAudit.ts";
import { readActor } from "#features/access/session/api/service/readActor.ts";
import { vipsPictures } from "#hosts/node/pictures.ts";
import { sampleReader } from "#hosts/node/sampleReader.ts";
import type { Transport } from "#web/call.ts";

export type TestApi = {
  readonly api: Api;
  readonly db: Db;
  /** Tests of concurrency run on `postgres` only. */
  readonly engine: TestDatabase["engine"];
  /** A new user with these grants and scopes, and a transport for their calls. */
  readonly signIn: (
    name: string,
    permissions: readonly string[],
    scopes?: readonly RowScope[],
  ) => Promise<{ actor: Actor; transport: Transport }>;
  readonly anonymous: Transport;
  /** A transport with this token from this address; without a token, of an anonymous caller. */
  readonly transportFor: (caller: { readonly token?: string; readonly address?: string }) => Transport;
  /** The clock does not move until a test moves it. */
  readonly clock: { now: Instant; advance: (ms: number) => void };
  readonly emails: Email[];
  readonly logged: { event: string; facts: Readonly<Record<string, unknown>> }[];
  /** It runs only in tests of the event stream, and looks when it is asked to. */
  readonly live: LiveHub;
  /** Runs queued jobs until none is due. */
  readonly runJobs: () => Promise<void>;
  /** The same, and sends collected emails at once, without moving the clock. */
  readonly sendNotices: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What a test replaces: the real sign-in, ports that count, or another host. */
type TestApiOptions = {
  readonly authenticate?: Authenticate;
  readonly recall?: RecallActor;
  readonly ports?: Partial<Ports>;
  readonly host?: Settings["host"];
  readonly allowsCredentialsInUrl?: boolean;
  readonly signInProviders?: Settings["signInProviders"];
  readonly rateLimits?: Settings["rateLimits"];
  /** Runs the event stream. Without it, a stream ends at once. */
  readonly isLive?: true;
  /** Of the database: tests of races need one for each client. */
  readonly connections?: number;
};

/** The real API over a real database of its own. Tests call its operations, as a screen does. */
export async function testApi(features: readonly Feature[], furnishing: TestApiOptions = {}): Promise<TestApi> {
  const { connections } = furnishing;
  const database = await openTestDatabase(connections === undefined ? {} : { connections });
  const clock = { now: "2026-11-20T09:00:00.000Z", advance: (ms: number) => void (clock.now = addMs(clock.now, ms)) };
  const actors = new Map<string, Actor>();
  const emails: Email[] = [];
  const logged: TestApi["logged"] = [];
  const ports = { ...testPorts({ clock, emails, logged }), ...furnishing.ports };
  let wakes = 0;
  const authenticate: Authenticate =
    furnishing.authenticate ??
    (async (_ctx, request) => actors.get(request.headers.get("x-access-token") ?? "") ?? null);
  const hub = createLive(authenticate);
  const live: LiveHub = furnishing.isLive ? hub : { ...hub, open: async () => new Response("").body! };
  const api = createApi({
    features,
    db: database.db,
    ports,
    jobs: { wake: () => void wakes++ },
    live,
    accessAudit,
    settings: {
      ...testSettings,
      host: furnishing.host ?? testSettings.host,
      allowsCredentialsInUrl: furnishing.allowsCredentialsInUrl ?? testSettings.allowsCredentialsInUrl,
      signInProviders: furnishing.signInProviders ?? testSettings.signInProviders,
      // The clock does not run, so no minute ends: only tests of rate limits lower these.
      rateLimits: { preview: 1e6, anonymous: 1e6, ...furnishing.rateLimits },
    },
    ...(furnishing.recall ? { recall: furnishing.recall } : {}),
    readActor: furnishing.authenticate ? readActor : readSignedIn(actors),
    authenticate,
  });
  if (furnishing.isLive) {
    live.start(api.systemContext, { everyMs: hourMs });
    await live.look();
  }
  const transportFor =
    ({ token = "", address = "192.0.2.1" }: { token?: string; address?: string }): Transport =>
    async (request) => {
      const headers = new Headers(request.headers);
      if (token !== "") headers.set("x-access-token", token);
      const peer = { address, requestId: `test-${Math.random().toString(36).slice(2)}` };
      return (
        (await api.answer(new Request(request, { headers }), peer)) ?? new Response("no operation", { status: 404 })
      );
    };
  return {
    api,
    db: database.db,
    live,
    clock,
    emails,
    logged,
    engine: database.engine,
    anonymous: transportFor({}),
    transportFor,
    signIn: async (name, permissions, scopes = []) => {
      const actor = await insertActor({ db: database.db, clock }, { name, permissions, scopes });
      actors.set(actor.sessionId, actor);
      return { actor, transport: transportFor({ token: actor.sessionId }) };
    },
    runJobs: () => runJobs(features, api),
    sendNotices: async () => {
      await runJobs(features, api);
      const now = sql`${clock.now}::timestamptz`;
      await database.db.execute(sql`update collected_notices set due_at = ${now} where due_at > ${now}`);
      await database.db.execute(sql`update jobs set run_at = ${now} where kind like '%.notices' and run_at > ${now}`);
      await runJobs(features, api);
    },
    close: async () => {
      live.endStreams();
      await live.stop();
      await database.close();
    },
  };
}

export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));

/** In the form of roles: `brands.read@scope` reaches the rows inside the scopes. */
const grantsOf = (grants: readonly string[]) =>
  permissionsOf(
    grants.flatMap((grant) => parseGrant(grant)?.permission ?? []),
    grants,
  );

async function insertActor(
  { db, clock: { now } }: { db: Db; clock: { now: Instant } },
  { name, permissions, scopes }: { name: string; permissions: readonly string[]; scopes: readonly RowScope[] },
): Promise<Actor> {
  const userId = newId();
  const email = `${userId}@mizan.test`;
  const result = await db.execute(sql`
    insert into users (id, category_id, name, email, email_key, sort_key, search_key, status, created_at, updated_at)
    values (${userId}, 1, ${name}, ${email}, ${email}, ${name}, ${name}, 'active', ${now}::timestamptz, ${now}::timestamptz)
    returning number`);
  const userNumber = (result as { rows: { number: number }[] }).rows[0]!.number;
  const rights = { roles: ["staff"], permissions: grantsOf(permissions), scopes, mustFirst: null };
  const who = { kind: "user", userId, userNumber, userCategoryId: 1, name, email, sessionId: newId() } as const;
  return { ...who, ...rights, isViewingAs: false };
}

/** Signed-in test users hold grants without roles, so only their status is read from the database. */
const readSignedIn =
  (actors: ReadonlyMap<string, Actor>): ReadActor =>
  async (ctx, userId) => {
    const result = await ctx.db.execute(sql`select 1 from users where id = ${userId}::uuid and status = 'active'`);
    const isActive = (result as { rows: unknown[] }).rows.length > 0;
    return (isActive && [...actors.values()].find((actor) => actor.userId === userId)) || null;
  };

async function runJobs(features: readonly Feature[], api: Api) {
  const worker = startWorker(
    features.flatMap((feature) => feature.jobs ?? []),
    api.systemContext,
  );
  worker.wake();
  await worker.drained();
  await worker.stop();
}

function testPorts({
  clock,
  emails,
  logged,
}: {
  clock: { now: Instant };
  emails: Email[];
  logged: TestApi["logged"];
}): Ports {
  const write = (event: string, facts: Readonly<Record<string, unknown>> = {}) => void logged.push({ event, facts });
  const log: Log = { info: write, warn: write, error: write };
  return {
    now: () => clock.now,
    log,
    mail: { canSend: true, send: async (email) => void emails.push(email) },
    files: memoryFiles(),
    pictures: vipsPictures(),
    readSample: sampleReader("."),
    // Real hashing has its own test; here it would only slow every test down.
    cipher: aesCipher(cipherKey("5e".repeat(32))),
    passwords: {
      hash: async (password) => `plain:${password}`,
      verify: async (password, phc) => phc === `plain:${password}`,
    },
    httpClient: { send: () => Promise.reject(new Error("this test has no world outside")) },
    webhookClient: noWebhookClient,
    isDatabaseUnavailable: () => false,
  };
}

function memoryFiles(): Files {
  const bytesByKey = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => void bytesByKey.set(key, bytes),
    get: async (key) => bytesByKey.get(key) ?? null,
    remove: async (key) => void bytesByKey.delete(key),
  };
}
