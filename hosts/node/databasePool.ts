import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Db } from "#api/context.ts";
import type { Log } from "#api/ports.ts";
import { isConnectionLost } from "#hosts/node/databaseFaults.ts";
import { type Answered, isNamedStatement, keptStatement, type NamedStatement } from "#hosts/node/keptStatements.ts";
import { readValuesAsPgliteDoes } from "#hosts/node/databaseValues.ts";

export type PoolSettings = Pick<
  PoolConfig,
  "host" | "port" | "user" | "password" | "database" | "connectionString" | "ssl"
>;

// The browser gives up after 4 s (spec 000 §2), so every wait ends before that.
const connectionTimeoutMs = 2000;
const statementTimeoutMs = 3500;
// Above the server's own limit, for a server that has fallen silent.
const readTimeoutMs = 3700;
const idleInTransactionTimeoutMs = 10_000;
const connectionsMax = 10;

/** Rows come and go as text. These make every server write it alike. */
const sessionOptions = "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres";

/** Connections to a PostgreSQL for calls, which are short. */
export function createPool(
  settings: PoolSettings,
  { log, connections = connectionsMax }: { log: Log; connections?: number },
): Pool {
  readValuesAsPgliteDoes();
  const pool = new Pool({
    ...settings,
    options: sessionOptions,
    application_name: "mizan",
    max: connections,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: readTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  });
  pool.on("error", (error) => log.warn("idle connection lost", { error: String(error) }));
  pool.on("connect", giveUpWhenLost);
  return pool;
}

/** Runs `work` on one connection without time limits: a migration or an import takes as long as it takes. */
export async function withPatientConnection<Result>(
  settings: PoolSettings,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  readValuesAsPgliteDoes();
  const client = new Client({ ...settings, options: sessionOptions, application_name: "mizan maintenance" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(dbOf(client));
  } finally {
    await client.end();
  }
}

export function dbOf(client: Pool | Client): Db {
  return drizzle(client);
}

/**
 * A connection that breaks inside a transaction would stay lent for ever: Drizzle 0.45 does not give it back when
 * `begin` fails, and gives it back as sound after a failed `rollback`. So it leaves the pool at the first such error.
 */
function giveUpWhenLost(client: PoolClient): void {
  // The statement under way gets the error. Without a listener it would end the process as well.
  client.on("error", () => {});
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const answer = isNamedStatement(args[0]) ? runKept(query, args[0], args[1], args[2]) : query(...args);
    // The pool's own `query` uses the form with a callback, and gives back by itself.
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: Error) => {
      if (isConnectionLost(error)) discard(client, error);
      throw error;
    });
  };
  client.query = watched as typeof client.query;
}

/** With a callback, as the pool's own `query` asks, or for a promise. */
function runKept(
  query: (statement: unknown) => unknown,
  statement: NamedStatement,
  values: unknown,
  callback: unknown,
) {
  const parameters = values as readonly unknown[];
  if (callback !== undefined) return query(keptStatement(statement, parameters, callback as Answered));
  return new Promise((resolve, reject) => {
    query(keptStatement(statement, parameters, (error, answer) => (error ? reject(error) : resolve(answer))));
  });
}

function discard(client: PoolClient, error: Error): void {
  const release = client.release.bind(client);
  client.release = () => {};
  release(error);
}
