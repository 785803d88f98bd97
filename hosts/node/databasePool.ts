import { drizzle } from "drizzle-orm/node-postgres";
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Db } from "#api/context.ts";
import type { Log } from "#api/ports.ts";
import { sqlStateOf } from "#api/sqlState.ts";
import { isLastStatement } from "#api/statements.ts";
import { isConnectionLost, isStatementMissing } from "#hosts/node/databaseFaults.ts";
import {
  type StatementCallback,
  isNamedStatement,
  runPreparedStatement,
  type NamedStatement,
} from "#hosts/node/preparedStatements.ts";
import { readValuesAsPgliteDoes } from "#hosts/node/databaseValues.ts";

export type PoolSettings = Pick<
  PoolConfig,
  "host" | "port" | "user" | "password" | "database" | "connectionString" | "ssl"
>;

// The browser gives up after 4 s (spec 000 §2), so every wait ends earlier.
const usualConnectionTimeoutMs = 2000;
const usualStatementTimeoutMs = 3500;
// Added to the server's own limit, for a server that has stopped responding.
const extraReadMs = 200;
const idleInTransactionTimeoutMs = 10_000;
const connectionsMax = 10;

/** Values are sent as text. These settings make every server write them in the same format. */
const writtenAs = { timezone: "UTC", datestyle: "ISO", intervalstyle: "postgres" };
const sessionOptions = Object.entries(writtenAs)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");
// As a statement: a pooler such as pgbouncer drops the options of a connection, but tracks these.
const sessionStart = Object.entries(writtenAs)
  .map(([name, value]) => `set ${name} to '${value}'`)
  .join("; ");
/**
 * Drizzle's `begin`, with limits for this transaction: behind a pooler only a transaction stays on one server connection,
 * whose session limits another client may have set.
 */
const beginWithLimits = (statementTimeoutMs: number) => [
  "begin",
  `select set_config('statement_timeout', '${statementTimeoutMs}', true),
          set_config('idle_in_transaction_session_timeout', '${idleInTransactionTimeoutMs}', true)`,
];

type PoolOptions = {
  log: Log;
  connections?: number;
  connectionTimeoutMs?: number;
  statementTimeoutMs?: number;
};

/** Connections to PostgreSQL for calls, which are short. */
export function createPool(
  settings: PoolSettings,
  {
    log,
    connections = connectionsMax,
    connectionTimeoutMs = usualConnectionTimeoutMs,
    statementTimeoutMs = usualStatementTimeoutMs,
  }: PoolOptions,
): Pool {
  readValuesAsPgliteDoes();
  const pool = new Pool({
    ...settings,
    application_name: "mizan",
    max: connections,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + extraReadMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    onConnect: startSession,
  });
  pool.on("error", (error) => log.warn("idle connection lost", { error: String(error) }));
  const statements: Statements = { areKept: true };
  pool.on("connect", (client) =>
    prepareClient(client, { statements, log, begin: beginWithLimits(statementTimeoutMs) }),
  );
  return pool;
}

/** The pool awaits this before it lends the connection, although its types do not say so. */
const startSession = (client: ClientBase): void => client.query(sessionStart) as unknown as void;

/** Runs `work` on one connection without time limits, for migrations and imports of any length. */
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

type ClientSettings = { readonly statements: Statements; readonly log: Log; readonly begin: readonly string[] };

/**
 * A connection that breaks inside a transaction would never be returned: Drizzle 0.45 does not return it if `begin`
 * fails, and returns it as usable after a failed `rollback`. So it is removed from the pool at the first such error.
 */
function prepareClient(client: PoolClient, { statements, log, begin }: ClientSettings): void {
  // The running statement gets the error. Without a listener it would end the process as well.
  client.on("error", () => {});
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const forget = (error: Error) => {
    if (statements.areKept) log.warn("prepared statements not kept", { state: sqlStateOf(error) });
    statements.areKept = false;
  };
  let readTimeoutMs: number | null = null;
  const patientQuery = (statement: unknown, ...rest: unknown[]) =>
    query(
      readTimeoutMs === null ? statement : Object.assign(statement as object, { query_timeout: readTimeoutMs }),
      ...rest,
    );
  const transaction: TransactionState = { isBeginDue: false, isCommitSent: false };
  const watched = (statement: unknown, ...rest: unknown[]) => {
    const text = textOf(statement);
    if (text === "begin" || text === "commit" || text === "rollback") readTimeoutMs = null;
    const isLast = isNamedStatement(statement) && isLastStatement(statement.name);
    const companions = takeCompanions(transaction, { text, isLast }, begin);
    if (companions === null) return Promise.resolve({ rows: [] });
    const longer = longerStatements.exec(text);
    if (longer !== null) readTimeoutMs = Number(longer[1]) + extraReadMs;
    const { before } = companions;
    const answer = isNamedStatement(statement)
      ? runPrepared({ query: patientQuery, statements, forget, companions }, statement, rest[0], rest[1])
      : before.length === 0
        ? patientQuery(statement, ...rest)
        : // Both are queued now, as another statement may follow before the first is answered.
          afterBegin(
            query(before.join("; ")) as Promise<unknown>,
            patientQuery(statement, ...rest) as Promise<unknown>,
          );
    // The pool's own `query` uses the callback form, and returns the connection itself.
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: Error) => {
      if (isConnectionLost(error)) discard(client, error);
      throw error;
    });
  };
  client.query = watched as typeof client.query;
}

/** The answer of a statement, unless its transaction has not begun. */
async function afterBegin(begin: Promise<unknown>, statement: Promise<unknown>): Promise<unknown> {
  const [begun, answer] = await Promise.allSettled([begin, statement]);
  if (begun.status === "rejected") throw begun.reason as Error;
  if (answer.status === "rejected") throw answer.reason as Error;
  return answer.value;
}

/**
 * The start of a transaction is sent with its first statement, and its end with the last one if that is known to be the
 * last: two round trips less, each of which takes as long as a small statement.
 */
type TransactionState = { isBeginDue: boolean; isCommitSent: boolean };

/** What is sent in the same message as a statement. */
type Companions = { readonly before: readonly string[]; readonly after: readonly string[] };
type NextStatement = { readonly text: string; readonly isLast: boolean };

/**
 * Null if there is nothing to send: the `begin` waits for a statement, or there was none before the end, or the `commit`
 * has gone with the last one.
 */
function takeCompanions(
  transaction: TransactionState,
  { text, isLast }: NextStatement,
  begin: readonly string[],
): Companions | null {
  const { isBeginDue, isCommitSent } = transaction;
  const isEnd = text === "commit" || text === "rollback";
  if (isCommitSent && !isEnd) throw new Error("a statement after the last one");
  transaction.isBeginDue = text === "begin";
  transaction.isCommitSent = isLast;
  if (text === "begin" || (isEnd && isBeginDue) || (text === "commit" && isCommitSent)) return null;
  return { before: isBeginDue ? begin : [], after: isLast ? ["commit"] : [] };
}

/**
 * How a transaction asks for statements that take longer than usual. The server ends it with the transaction; the driver
 * has a limit of its own.
 */
const longerStatements = /^set local statement_timeout = (\d+)$/;

/** Of what Drizzle sends; the pool's own statements are texts alone. */
const textOf = (statement: unknown): string => (statement as { text?: string } | null)?.text ?? "";

/** Whether prepared statements are reused. Behind a pooler, the next use may be on another connection. */
type Statements = { areKept: boolean };

type RunningStatement = {
  readonly query: (statement: unknown) => unknown;
  readonly statements: Statements;
  /** From now on every statement is sent in full. */
  readonly forget: (error: Error) => void;
  readonly companions: Companions;
};

/**
 * With a callback, as the pool's own `query` uses it, or for a promise. Outside a transaction, a statement that the
 * server did not keep is sent again in full. Inside one, the kernel runs the whole transaction again.
 */
function runPrepared(
  { query, statements, forget, companions }: RunningStatement,
  statement: NamedStatement,
  values: unknown,
  callback: unknown,
) {
  const parameters = values as readonly unknown[];
  const run = (answered: StatementCallback) =>
    query(runPreparedStatement(statement, parameters, answered, { ...statements, ...companions }));
  const rerun = (again: StatementCallback | null, answered: StatementCallback): StatementCallback => {
    return (error, answer) => {
      const isMissing = error !== null && error !== undefined && isStatementMissing(error);
      if (isMissing) forget(error);
      if (isMissing && again) run(again);
      else answered(error, answer);
    };
  };
  if (callback !== undefined) return run(rerun(callback as StatementCallback, callback as StatementCallback));
  return new Promise((resolve, reject) => {
    run(rerun(null, (error, answer) => (error ? reject(error) : resolve(answer))));
  });
}

function discard(client: PoolClient, error: Error): void {
  const release = client.release.bind(client);
  client.release = () => {};
  release(error);
}
