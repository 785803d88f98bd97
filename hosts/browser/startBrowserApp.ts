import { drizzle } from "drizzle-orm/pglite";
import type { Api } from "#api/app.ts";
import type { Db } from "#api/context.ts";
import { aesCipher } from "#api/cipher.ts";
import { startWorker } from "#api/jobs.ts";
import { createLive } from "#api/live/hub.ts";
import { noWebhookClient } from "#api/noWebhookClient.ts";
import type { Log, Ports } from "#api/ports.ts";
import { seedEncrypted } from "#api/seed.ts";
import { authenticate } from "#features/access/session/api/service/authenticate.ts";
import { browserFeatures, createBrowserApi } from "#hosts/browser/browserApi.ts";
import { storedCipherKey } from "#hosts/browser/cipherKey.ts";
import { browserFiles } from "#hosts/browser/files.ts";
import { migrateStored } from "#hosts/browser/migrateStored.ts";
import type { OpenDatabase } from "#hosts/browser/openDatabase.ts";
import { canvasPictures } from "#hosts/browser/pictures.ts";
import { passwords } from "#hosts/browser/passwords.ts";
import { moveSampleDates } from "#hosts/browser/sampleDates.ts";
import { withSampleFiles } from "#hosts/browser/sampleFiles.ts";

export type BrowserApp = {
  readonly api: Api;
  /** Resolves when all changes so far are stored and survive this worker. */
  readonly keep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The same API as on a server, over a PostgreSQL in this browser that survives the page. */
export async function startBrowserApp(database: OpenDatabase, log: Log): Promise<BrowserApp> {
  const db = drizzle(database.pglite) as unknown as Db;
  // A new database was migrated by the build of this page.
  const sampleDates = database.isNew ? moveSampleDates(db, new Date().toISOString(), firstQuestion()) : null;
  if (sampleDates === null) await migrateStored(db);
  const jobs = { wake: () => {} };
  const live = createLive(authenticate);
  const api = createBrowserApi({
    db,
    ports: browserPorts(db, log),
    jobs: { wake: () => jobs.wake() },
    live,
    origin: self.location.origin,
  });
  const worker = startWorker(
    browserFeatures.flatMap((feature) => feature.jobs ?? []),
    api.systemContext,
  );
  jobs.wake = worker.wake;
  // Nobody else writes this database, and whatever is written here wakes it.
  live.start(api.systemContext, { everyMs: liveEveryMs });
  const close = async () => {
    live.endStreams();
    await live.stop();
    await worker.stop();
    await database.close();
  };
  // Nothing is stored before, so a first visit that is interrupted starts again.
  void Promise.resolve(sampleDates?.then(() => seedEncrypted(api.systemContext(), browserFeatures))).then(
    database.startKeeping,
    (error: unknown) => log.error("sample rows not completed", { error }),
  );
  return { api, keep: database.keep, close };
}

const liveEveryMs = 5000;

/** The login screen's request needs no rows, and has been waiting since the page was loaded. */
const firstQuestion = () => new Promise<void>((resolve) => setTimeout(resolve, 50));

function browserPorts(db: Db, log: Log): Ports {
  return {
    now: () => new Date().toISOString(),
    log,
    // Nothing can be sent from this browser; screens check `canSend` and say so.
    mail: { canSend: false, send: async () => {} },
    files: withSampleFiles(db, browserFiles()),
    pictures: canvasPictures,
    readSample: () => Promise.reject(new Error("sample rows are made by the build")),
    passwords,
    cipher: aesCipher(storedCipherKey()),
    httpClient: { send: () => Promise.reject(new Error("nothing leaves this browser")) },
    webhookClient: noWebhookClient,
    isDatabaseUnavailable: () => false,
  };
}
