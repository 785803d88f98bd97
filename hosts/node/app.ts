import { join } from "node:path";
import { createAdmission } from "#api/admission.ts";
import { type Api, type Authenticate, createApi } from "#api/app.ts";
import { aesCipher, cipherFingerprint, cipherKey } from "#api/cipher.ts";
import { OtherKeyError, requireSameKey } from "#api/cipherKey.ts";
import type { Ctx } from "#api/context.ts";
import { plantRecurring, startWorker } from "#api/jobs.ts";
import { createLive } from "#api/live/hub.ts";
import type { Log, Ports } from "#api/ports.ts";
import type { Feature } from "#api/serve.ts";
import { markWithoutSample, seedOnce } from "#api/seed.ts";
import { isCurrent, migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { accessAudit } from "#features/access/audit/api/service/accessAudit.ts";
import { authenticate, recallActor } from "#features/access/session/api/service/authenticate.ts";
import { readActor } from "#features/access/session/api/service/readActor.ts";
import { type Config, ConfigError } from "#hosts/node/config.ts";
import { type Database, openDatabase } from "#hosts/node/database.ts";
import { openDatabaseClock } from "#hosts/node/databaseClock.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";
import type { DataDirectory } from "#hosts/node/dataDirectory.ts";
import { claimFileStore, directoryStore, type FileStore } from "#hosts/node/fileStoreClaim.ts";
import { directoryFiles } from "#hosts/node/files.ts";
import { type FirstAdministrator, provideAdministrator } from "#hosts/node/administrator.ts";
import { openMail } from "#hosts/node/mail.ts";
import type { Metrics } from "#hosts/node/metrics.ts";
import { sampleReader } from "#hosts/node/sampleReader.ts";
import { s3Files } from "#hosts/node/s3Files.ts";
import { httpClient } from "#hosts/node/httpClient.ts";
import { vipsPictures } from "#hosts/node/pictures.ts";
import { webhookClient } from "#hosts/node/webhookClient.ts";
import { passwords } from "#hosts/node/passwords.ts";
import type { Readiness } from "#hosts/node/server.ts";

declare const __VERSION__: string;

export type NodeApp = {
  readonly api: Api;
  readonly describe: string;
  readonly firstAdministrator: FirstAdministrator;
  readonly readiness: () => Promise<Readiness>;
  /**
   * Starts no more jobs, and waits up to 5 s for the current one: another process repeats what it has not committed.
   */
  readonly stopJobs: () => Promise<void>;
  /** Ends the event streams, which would otherwise last as long as their receivers. */
  readonly endStreams: () => void;
  /** Stops the database that this process started. */
  readonly close: () => Promise<void>;
};

// Part of the ten seconds after SIGTERM (issue 2 §2). An import of 100,000 rows takes longer.
const lastJobMaxMs = 5000;

type AppParts = {
  readonly config: Config;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Only set by the benchmark that measures the real one's cost. */
  readonly authenticate?: Authenticate;
};

/** The API over this host's database, migrated and with an administrator who can sign in. */
export async function openApp(parts: AppParts): Promise<NodeApp> {
  const { config, directory, log } = parts;
  const database = await openDatabase({
    directory,
    databaseUrl: config.databaseUrl ?? undefined,
    ownerUrl: config.migrationDatabaseUrl ?? undefined,
    engine: config.engine,
    log,
  });
  try {
    return await database.alone(async () => {
      await database.patiently((db) => migrate(db, migrations));
      await database.limitRights();
      return assemble(parts, database);
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assemble(parts: AppParts, database: Database): Promise<NodeApp> {
  const { config, directory, log, metrics } = parts;
  const clock = await openDatabaseClock(database.db, log);
  const key = config.cipherKey ?? directory.secret("cipher");
  const all = featuresWith(demos);
  // The worker needs the API's context and the API wakes the worker; this object breaks the cycle.
  const jobs = { wake: () => {} };
  const ports = portsOf(parts, { now: clock.now, key });
  const identify = parts.authenticate ?? authenticate;
  const live = createLive(identify);
  const api = createApi({
    features: all,
    authenticate: identify,
    // A custom `authenticate` remembers no callers.
    ...(parts.authenticate ? {} : { recall: recallActor }),
    readActor,
    admission: createAdmission(),
    db: database.db,
    signInDb: database.reservedDb,
    ports,
    jobs: { wake: () => jobs.wake() },
    live,
    settings: {
      publicUrl: config.publicUrl,
      host: "node",
      allowsCredentialsInUrl: config.allowsCredentialsInUrl,
      signInProviders: config.signInProviders,
      rateLimits: config.rateLimits,
      version: __VERSION__,
    },
    accessAudit,
    observe: ({ operation, status, durationMs, requestId }) => {
      metrics.observe(operation, status, durationMs);
      log.info("answered", { operation, status, durationMs: Math.round(durationMs * 10) / 10, requestId });
    },
  });
  await requireKey(api.systemContext(), key, all);
  const claim = config.databaseUrl === null ? null : await claimFileStore(database.db, fileStoreOf(parts), log);
  if (config.sampleData === "none") await markWithoutSample(api.systemContext());
  else await seedOnce(api.systemContext(), all, { byName: config.sampleData === "demo" });
  const firstAdministrator = await provideAdministrator(api.systemContext(), config);
  const handlers = all.flatMap((feature) => feature.jobs ?? []);
  await plantRecurring(handlers, api.systemContext());
  const worker = startWorker(handlers, api.systemContext);
  jobs.wake = worker.wake;
  live.start(api.systemContext);
  return {
    api,
    describe: database.describe,
    firstAdministrator,
    readiness: () => readinessOf(database),
    stopJobs: () => worker.stop(lastJobMaxMs),
    endStreams: live.endStreams,
    close: async () => {
      clock.stop();
      await live.stop();
      await claim?.release();
      await database.close();
    },
  };
}

/** What this host provides to services. */
const portsOf = (
  { config, directory, log }: AppParts,
  { now, key }: Pick<Ports, "now"> & { readonly key: string },
): Ports => ({
  now,
  log,
  mail: openMail({ smtpUrl: config.smtpUrl, directory: directory.path, log }),
  files: config.s3 === null ? directoryFiles(directory.path) : s3Files(config.s3),
  pictures: vipsPictures(),
  // tools/build.mjs puts them next to the program.
  readSample: sampleReader(join(import.meta.dirname, "samples")),
  passwords,
  cipher: aesCipher(cipherKey(key)),
  httpClient,
  webhookClient: webhookClient(config.webhookPrivateHosts),
  isDatabaseUnavailable,
});

/** Throws ConfigError if the secrets in the database are encrypted with another key. */
async function requireKey(ctx: Ctx, key: string, all: readonly Feature[]): Promise<void> {
  const sealed = all.flatMap((feature) => feature.sealed ?? []);
  try {
    await requireSameKey(ctx, { fingerprint: await cipherFingerprint(key), sealed });
  } catch (error) {
    if (!(error instanceof OtherKeyError)) throw error;
    throw new ConfigError(
      `CIPHER_KEY: ${error.message}. Authenticator apps, accounts to be paid to and webhooks could not be read with it. ` +
        "Set CIPHER_KEY to the key used so far; where none was set, it is in secrets/cipher of the DATA_DIR used so far: " +
        "restore that file from a copy.",
    );
  }
}

/** A bucket is shared by all processes. A directory belongs to one process. */
const fileStoreOf = ({ config: { s3 }, directory }: AppParts): FileStore =>
  s3 === null
    ? directoryStore(directory.secret("file-store"), directory.path)
    : { id: `${s3.endpoint}/${s3.bucket}`, place: `${s3.endpoint}/${s3.bucket}` };

async function readinessOf(database: Database): Promise<Readiness> {
  if (!(await database.isReachable())) return { isReady: false, reason: "database unreachable" };
  if (!(await isCurrent(database.db, migrations))) return { isReady: false, reason: "migrations are not current" };
  return { isReady: true };
}
