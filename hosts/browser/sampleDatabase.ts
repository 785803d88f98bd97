import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Instant } from "#base/time.ts";
import type { Db } from "#api/context.ts";
import { noParcels } from "#api/noParcels.ts";
import type { Ports } from "#api/ports.ts";
import { seedOnce } from "#api/seed.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { browserFeatures, createBrowserApi } from "#hosts/browser/browserApi.ts";

/**
 * Makes of a new database what every first visit begins with: migrated, and with the sample rows as of `now`.
 *
 * Runs while the site is built (tools/snapshot.mjs), where two seconds of it cost nobody a wait.
 */
export async function fillSampleDatabase(pglite: PGlite, now: Instant): Promise<void> {
  const db = drizzle(pglite) as unknown as Db;
  await migrate(db, migrations);
  const api = createBrowserApi({ db, ports: portsAt(now), jobs: { wake: () => {} }, origin: "" });
  await seedOnce(api.systemContext(), browserFeatures);
}

/** A sample row that needed one of these would be the same secret, or a file that is not there, in every browser. */
function portsAt(now: Instant): Ports {
  const refuse = () => Promise.reject(new Error("sample rows of the browser host are made without files and secrets"));
  return {
    now: () => now,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    mail: { canSend: false, send: refuse },
    files: { put: refuse, get: refuse, remove: refuse },
    pictures: { remake: refuse },
    passwords: { hash: refuse, verify: refuse },
    cipher: { seal: refuse, open: refuse },
    outbound: { canCall: false, send: refuse },
    parcels: noParcels,
    isDatabaseUnavailable: () => false,
  };
}
