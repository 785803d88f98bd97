import { createLive } from "#api/live/hub.ts";
import { writeSync } from "node:fs";
import { createApi } from "#api/app.ts";
import type { Actor } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { startWorker } from "#api/jobs.ts";
import { noWebhookClient } from "#api/noWebhookClient.ts";
import type { Log, Ports } from "#api/ports.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { createPool, dbOf, type PoolSettings } from "#hosts/node/databasePool.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";

// A program for the kill tests: runs the jobs of a database like the host, and pauses after writing the given chunk of
// an import and before committing it, to be killed there.

const [settings = "{}", now = "", lastChunk = "1"] = process.argv.slice(2);
const printLine = (line: string) => writeSync(1, `${line}\n`);
const write = (event: string, facts: unknown = {}) => printLine(`log ${event} ${JSON.stringify(facts)}`);
const log: Log = { info: write, warn: write, error: write };
const unused = () => Promise.reject(new Error("not part of an import"));
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

const importing = (userId: string): Actor => ({
  kind: "user",
  userId,
  userNumber: 1,
  userCategoryId: 1,
  name: "Huda",
  email: "huda@mizan.test",
  roles: [],
  sessionId: "",
  permissions: new Map([["brands.import", ["all"]]]),
  scopes: [],
  mustFirst: null,
  isViewingAs: false,
});

let chunks = 0;
const importer: Importer = {
  ...brandsImporter,
  write: async (ctx, rows, source) => {
    await brandsImporter.write(ctx, rows as never, source);
    chunks += 1;
    printLine(`chunk ${chunks}`);
    if (chunks === Number(lastChunk)) await new Promise(() => {});
  },
};

const feature = importsFeature([importer]);
const api = createApi({
  features: [feature],
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
  readActor: async (_ctx, userId) => importing(userId),
});
startWorker(feature.jobs ?? [], api.systemContext).wake();
