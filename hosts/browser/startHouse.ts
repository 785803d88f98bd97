import { drizzle } from "drizzle-orm/pglite";
import type { Api } from "#api/app.ts";
import type { Db } from "#api/context.ts";
import { aesCipher } from "#api/cipher.ts";
import { startWorker } from "#api/jobs.ts";
import { noParcels } from "#api/noParcels.ts";
import type { Log, Ports } from "#api/ports.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { browserFeatures, createBrowserApi } from "#hosts/browser/browserApi.ts";
import { keptCipherKey } from "#hosts/browser/cipherKey.ts";
import { browserFiles } from "#hosts/browser/files.ts";
import { openDatabase } from "#hosts/browser/openDatabase.ts";
import { canvasPictures } from "#hosts/browser/pictures.ts";
import { passwords } from "#hosts/browser/passwords.ts";
import { moveSampleDates } from "#hosts/browser/sampleDatabase.ts";

export type BrowserHouse = {
  readonly api: Api;
  /** Resolves when what was changed so far outlives this worker. */
  readonly keep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The same API as on a server, over a PostgreSQL in this browser that outlives the page. */
export async function startHouse(): Promise<BrowserHouse> {
  const database = await openDatabase(consoleLog);
  const db = drizzle(database.pglite) as unknown as Db;
  await migrate(db, migrations);
  if (database.isNew) await moveSampleDates(db, new Date().toISOString());
  const jobs = { wake: () => {} };
  const api = createBrowserApi({
    db,
    ports: browserPorts(),
    jobs: { wake: () => jobs.wake() },
    origin: self.location.origin,
  });
  const worker = startWorker(
    browserFeatures.flatMap((feature) => feature.jobs ?? []),
    api.systemContext,
  );
  jobs.wake = worker.wake;
  const close = async () => {
    await worker.stop();
    await database.close();
  };
  database.startKeeping();
  return { api, keep: database.keep, close };
}

function browserPorts(): Ports {
  return {
    now: () => new Date().toISOString(),
    log: consoleLog,
    // Nothing leaves this browser; screens ask `canSend` and say so.
    mail: { canSend: false, send: async () => {} },
    files: browserFiles(),
    pictures: canvasPictures,
    passwords,
    cipher: aesCipher(keptCipherKey()),
    outbound: { canCall: false, send: () => Promise.reject(new Error("nothing leaves this browser")) },
    parcels: noParcels,
    isDatabaseUnavailable: () => false,
  };
}

const consoleLog: Log = {
  info: () => {},
  warn: (event, facts) => console.warn(event, facts),
  error: (event, facts) => console.error(event, facts),
};
