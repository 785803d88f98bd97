import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#api/ports.ts";
import type { DataDirectory } from "#hosts/node/dataDirectory.ts";
import {
  type PostgresAddress,
  type PostgresSettings,
  preparePostgresCluster,
  removeOuterSocketFolder,
} from "#hosts/node/postgresCluster.ts";
import { endAtOnce, type PostgresServer, runServer, stopServer } from "#hosts/node/postgresServer.ts";

export type EmbeddedPostgres = {
  readonly address: PostgresAddress;
  readonly folder: string;
  /** The current server process. Another one after a restart. */
  readonly pid: () => number;
  readonly wasAdopted: boolean;
  /** Stops it within ten seconds. After that none of its processes runs. */
  readonly stop: () => Promise<void>;
};

// After SIGTERM there are ten seconds for everything (issue 2 §2).
const stopTimeoutMs = 5000;

/**
 * A real PostgreSQL in `<data directory>/postgres`, created on first use and owned by this process.
 *
 * A server that survived a killed host is adopted. One that ends while the host runs is restarted immediately;
 * meanwhile calls fail as with any unavailable database. The caller holds the lock of the data directory, so no other
 * host does the same.
 */
export async function startEmbeddedPostgres(
  directory: DataDirectory,
  { log, settings }: { log: Log; settings?: PostgresSettings },
): Promise<EmbeddedPostgres> {
  const cluster = await preparePostgresCluster(directory, settings);
  let server = await runServer(cluster);
  if (directory.lost.aborted) {
    endAtOnce(cluster, server);
    throw new Error("the data directory was given up while its database started");
  }
  const { wasAdopted } = server;
  if (wasAdopted) log.info("database server taken over", { pid: server.pid });
  const stopping = new AbortController();
  directory.lost.addEventListener("abort", () => {
    stopping.abort();
    endAtOnce(cluster, server);
  });
  const supervised = supervise();

  async function supervise(): Promise<void> {
    for (;;) {
      await server.exited;
      if (stopping.signal.aborted) return;
      log.error("database server ended by itself", { pid: server.pid });
      const next = await restart();
      if (next === null) return;
      server = next;
      log.info("database server started again", { pid: server.pid });
      if (stopping.signal.aborted) await stopServer(cluster, server, stopTimeoutMs);
    }
  }

  /** Retries until it runs or is no longer needed: what prevents it, such as a full disk, may pass. */
  async function restart(): Promise<PostgresServer | null> {
    while (!stopping.signal.aborted) {
      try {
        return await runServer(cluster);
      } catch (error) {
        log.error("database server does not start", { error: String(error) });
        await sleep(1000, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return null;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await stopServer(cluster, server, stopTimeoutMs);
    await supervised;
    removeOuterSocketFolder(cluster);
  }

  return { address: cluster.address, folder: cluster.folder, pid: () => server.pid, wasAdopted, stop };
}
