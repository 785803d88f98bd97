import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { fillBrands } from "#benches/millionBrands.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { dbOf } from "#hosts/node/databasePool.ts";
import { startEmbeddedPostgres } from "#hosts/node/embeddedPostgres.ts";

/** A database with brands, for one benchmark. */
export type BenchDatabase = {
  readonly url: string;
  readonly version: string;
  /** The data directory of the measured host. */
  readonly folder: string;
  readonly client: pg.Client;
  readonly close: () => Promise<void>;
};

let made = 0;
const log = { info: () => {}, warn: () => {}, error: () => {} };

/** The embedded PostgreSQL with its production settings, or the one of BENCH_DATABASE_URL. */
export async function createBenchDatabase(rows: number): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "mizan-bench-"));
  const server = await provideServer(folder);
  const name = `mizan_bench_${process.pid}_${++made}`;
  const administer = async (statement: string) => {
    const client = new pg.Client(server.url("postgres"));
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(
    `create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  );
  const url = server.url(name);
  const client = new pg.Client(url);
  await client.connect();
  await migrate(dbOf(client), migrations);
  console.log(`making ${rows.toLocaleString("en")} brands …`);
  await fillBrands(client, rows);
  const found = await client.query<{ server_version: string }>("show server_version");
  return {
    url,
    folder,
    client,
    version: found.rows[0]!.server_version,
    close: async () => {
      await client.end();
      await administer(`drop database ${name} with (force)`);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function provideServer(folder: string) {
  const given = process.env.BENCH_DATABASE_URL;
  if (given !== undefined) {
    const url = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href;
    return { url, stop: async () => {} };
  }
  const directory = await openDataDirectory(join(folder, "server"), { onLost: () => {} });
  const server = await startEmbeddedPostgres(directory, { log });
  const { host, port, user } = server.address;
  return {
    url: (database: string) => `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    stop: async () => {
      await server.stop();
      await directory.release();
    },
  };
}
