import { Client } from "pg";
import type { Log } from "#api/ports.ts";
import type { PoolSettings } from "#hosts/node/databasePool.ts";

/** The source of the databases of this run's test files. */
export type TestDatabaseSource =
  | {
      readonly engine: "postgres";
      /** The prefix of this run's database names. */
      readonly run: string;
      readonly settings: PoolSettings;
      readonly template: string;
    }
  | {
      readonly engine: "pglite";
      /** The path of the files of a migrated database (hosts/browser/fileArchive.ts). */
      readonly archive: string;
    };

declare module "vitest" {
  interface ProvidedContext {
    testDatabase: TestDatabaseSource;
  }
}

/** Connects to one database of the run's server. */
export function settingsFor(source: { settings: PoolSettings }, database: string): PoolSettings {
  const { connectionString } = source.settings;
  if (connectionString === undefined) return { ...source.settings, database };
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Of these settings, of another role with the password `secret` if one is named. */
export function urlOf(settings: PoolSettings, as?: string): string {
  const { connectionString, host = "localhost", port, user, password, database } = settings;
  const url = new URL(connectionString ?? `postgres://localhost:${port}/${database}?host=${encodeURIComponent(host)}`);
  if (connectionString === undefined) {
    url.username = user ?? "";
    url.password = typeof password === "string" ? password : "";
  }
  if (as !== undefined) [url.username, url.password] = [as, "secret"];
  return url.href;
}

/** Runs a statement that creates or drops a database, which can't run in a transaction. */
export async function administer(source: { settings: PoolSettings }, statement: string): Promise<void> {
  const client = new Client(source.settings);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
