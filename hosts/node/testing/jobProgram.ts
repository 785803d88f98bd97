import { writeSync } from "node:fs";
import { createApi } from "#api/app.ts";
import type { Actor } from "#api/context.ts";
import { startWorker } from "#api/jobs.ts";
import { createLive } from "#api/live/hub.ts";
import { noWebhookClient } from "#api/noWebhookClient.ts";
import type { Log, Ports } from "#api/ports.ts";
import type { Feature } from "#api/serve.ts";
import { createPool, dbOf, type PoolSettings } from "#hosts/node/databasePool.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";
import { testSettings } from "#api/testing/testSettings.ts";

export const printLine = (line: string) => writeSync(1, `${line}\n`);

type JobProgram = {
  /** Of the database, as JSON. */
  readonly settings: string;
  readonly now: string;
  readonly features: readonly Feature[];
  /** What the users of the jobs may do, without limits. */
  readonly permissions: readonly string[];
};

/** Runs the jobs of a database like the host, for programs that a test kills. */
export function runJobs({ settings, now, features, permissions }: JobProgram): void {
  const write = (event: string, facts: unknown = {}) => printLine(`log ${event} ${JSON.stringify(facts)}`);
  const log: Log = { info: write, warn: write, error: write };
  const unused = () => Promise.reject(new Error("not part of these jobs"));
  const ports: Ports = {
    now: () => now,
    log,
    mail: { canSend: false, send: unused },
    files: { put: unused, get: unused, remove: unused },
    pictures: { remake: unused },
    readSample: unused,
    passwords: { hash: unused, verify: unused },
    cipher: { seal: unused, open: unused, hash: unused },
    httpClient: { send: unused },
    webhookClient: noWebhookClient,
    isDatabaseUnavailable,
  };
  const actorWith = (userId: string): Actor => ({
    kind: "user",
    userId,
    userNumber: 1,
    userCategoryId: 1,
    name: "Huda",
    email: "huda@mizan.test",
    roles: [],
    sessionId: "",
    permissions: new Map(permissions.map((permission) => [permission, ["all"]])),
    scopes: [],
    mustFirst: null,
    isViewingAs: false,
  });
  const api = createApi({
    features,
    db: dbOf(createPool(JSON.parse(settings) as PoolSettings, { log })),
    ports,
    jobs: { wake: () => {} },
    live: createLive(async () => null),
    settings: testSettings,
    authenticate: async () => null,
    readActor: async (_ctx, userId) => actorWith(userId),
  });
  startWorker(
    features.flatMap(({ jobs = [] }) => jobs),
    api.systemContext,
  ).wake();
}
