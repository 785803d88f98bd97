import { writeSync } from "node:fs";
import { createApi } from "#api/app.ts";
import type { BulkService } from "#api/bulkBatches.ts";
import type { Actor } from "#api/context.ts";
import { startWorker } from "#api/jobs.ts";
import { createLive } from "#api/live/hub.ts";
import { noWebhookClient } from "#api/noWebhookClient.ts";
import type { Log, Ports } from "#api/ports.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { bulkRunsFeature } from "#features/platform/bulk-runs/api/routes.ts";
import { createPool, dbOf, type PoolSettings } from "#hosts/node/databasePool.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";

// A program for the kill tests: runs the jobs of a database like the host, and pauses after changing the records of the
// given batch of a bulk run and before committing it, to be killed there.

const [settings = "{}", now = "", lastBatch = "1", permissions = ""] = process.argv.slice(2);
const printLine = (line: string) => writeSync(1, `${line}\n`);
const write = (event: string, facts: unknown = {}) => printLine(`log ${event} ${JSON.stringify(facts)}`);
const log: Log = { info: write, warn: write, error: write };
const unused = () => Promise.reject(new Error("not part of a bulk run"));
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

const changing = (userId: string): Actor => ({
  kind: "user",
  userId,
  userNumber: 1,
  userCategoryId: 1,
  name: "Huda",
  email: "huda@mizan.test",
  roles: [],
  sessionId: "",
  permissions: new Map(permissions.split(" ").map((permission) => [permission, ["all"]])),
  scopes: [],
  mustFirst: null,
  isViewingAs: false,
});

let batches = 0;
const services = brandsFeature.bulk!.map((service): BulkService => {
  const actionOf: BulkService["actionOf"] = async (ctx, input) => {
    const action = await service.actionOf(ctx, input);
    const change: typeof action.change = async (inner, rows) => {
      const changed = await action.change(inner, rows);
      batches += 1;
      printLine(`batch ${batches}`);
      if (batches === Number(lastBatch)) await new Promise(() => {});
      return changed;
    };
    return { ...action, change };
  };
  return { ...service, actionOf };
});

const features = [brandsFeature, bulkRunsFeature(services)];
const api = createApi({
  features,
  db: dbOf(createPool(JSON.parse(settings) as PoolSettings, { log })),
  ports,
  jobs: { wake: () => {} },
  live: createLive(async () => null),
  settings: {
    publicUrl: "https://mizan.test",
    host: "node",
    allowsCredentialsInUrl: false,
    signInProviders: [],
    version: "0.0.0",
  },
  authenticate: async () => null,
  readActor: async (_ctx, userId) => changing(userId),
});
startWorker(
  features.flatMap(({ jobs = [] }) => jobs),
  api.systemContext,
).wake();
