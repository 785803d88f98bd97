import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Instant } from "#base/time.ts";
import type { Db } from "#api/context.ts";
import { createLive } from "#api/live/hub.ts";
import { noWebhookClient } from "#api/noWebhookClient.ts";
import type { Ports } from "#api/ports.ts";
import { seedOnce } from "#api/seed.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { browserFeatures, createBrowserApi } from "#hosts/browser/browserApi.ts";
import { gatheredFiles } from "#hosts/browser/sampleFiles.ts";

/** The site's build reads and converts pictures; a browser has no code for it. */
type SampleOptions = Pick<Ports, "pictures" | "readSample"> & { readonly now: Instant };

/**
 * Fills a new database with what every first visit starts with: migrated, and with the sample rows as of `now`.
 *
 * Runs while the site is built (tools/snapshot.mjs), so that no visitor waits two seconds for it.
 */
export async function fillSampleDatabase(pglite: PGlite, { now, ...ofBuild }: SampleOptions): Promise<void> {
  const db = drizzle(pglite) as unknown as Db;
  await migrate(db, migrations);
  // The rows are created in one transaction, and in the meantime this database takes no other statement.
  const batch = gatheredFiles();
  const ports = { ...portsAt(now), files: batch.files, ...ofBuild };
  const api = createBrowserApi({ db, ports, jobs: { wake: () => {} }, live: createLive(async () => null), origin: "" });
  await seedOnce(api.systemContext(), browserFeatures, { hasKey: false });
  await batch.keep(db);
}

/** A sample row that needed one of these would have the same secret in every browser. */
function portsAt(now: Instant): Omit<Ports, "files" | "pictures" | "readSample"> {
  const refuse = () => Promise.reject(new Error("sample rows of the browser host are made without secrets"));
  return {
    now: () => now,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    mail: { canSend: false, send: refuse },
    passwords: { hash: refuse, verify: refuse },
    cipher: { seal: refuse, open: refuse, hash: refuse },
    httpClient: { send: refuse },
    webhookClient: noWebhookClient,
    isDatabaseUnavailable: () => false,
  };
}
