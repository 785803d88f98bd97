import { drizzle } from "drizzle-orm/pglite";
import { type Api, createApi } from "#api/app.ts";
import type { Db } from "#api/context.ts";
import { aesCipher } from "#api/cipher.ts";
import { startWorker } from "#api/jobs.ts";
import type { Log, Ports } from "#api/ports.ts";
import { seedOnce } from "#api/seed.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { demos } from "#demos/api.ts";
import { features } from "#features/api.ts";
import { witness } from "#features/audit/api/service/witness.ts";
import { authenticate } from "#features/session/api/service/authenticate.ts";
import { keptCipherKey } from "#hosts/browser/cipherKey.ts";
import { browserFiles } from "#hosts/browser/files.ts";
import { openDatabase } from "#hosts/browser/openDatabase.ts";
import { passwords } from "#hosts/browser/passwords.ts";

declare const __VERSION__: string;

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
  const all = [...features, ...demos];
  const jobs = { wake: () => {} };
  const api = createApi({
    features: all,
    authenticate,
    witness,
    db,
    ports: browserPorts(),
    jobs: { wake: () => jobs.wake() },
    settings: {
      publicUrl: self.location.origin,
      host: "browser",
      allowsCredentialsInUrl: false,
      signInProviders: [],
      version: __VERSION__,
    },
  });
  await seedOnce(api.systemContext(), all);
  const worker = startWorker(
    all.flatMap((feature) => feature.jobs ?? []),
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
    passwords,
    cipher: aesCipher(keptCipherKey()),
    outbound: { canCall: false, send: () => Promise.reject(new Error("nothing leaves this browser")) },
    isDatabaseUnavailable: () => false,
  };
}

const consoleLog: Log = {
  info: () => {},
  warn: (event, facts) => console.warn(event, facts),
  error: (event, facts) => console.error(event, facts),
};
