/**
 * Distinguishes a database that is unavailable, restarting or overloaded from a fault. The former is answered with 503
 * and `Retry-After`, the latter with 500. Looks inside the errors of Drizzle and other wrappers.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return errorsOf(error).some((it) => isConnectionLost(it) || isOverloaded(it));
}

/** Whether the connection with this error is unusable. */
export function isConnectionLost(error: unknown): boolean {
  return errorsOf(error).some((it) => {
    const code = codeOf(it);
    if (isSqlState(code)) return code.startsWith("08") || connectionEndStates.has(code);
    if (isPgClientFault(it)) return true;
    return connectionFaults.has(code) || (code === "ENOENT" && syscallOf(it) === "connect");
  });
}

/** The server does not have a prepared statement, or already has one with its name: there is a pooler in between. */
export function isStatementMissing(error: unknown): boolean {
  return errorsOf(error).some((it) => ["26000", "42P05"].includes(codeOf(it)));
}

// From appendix A of the PostgreSQL manual. Class 08 is "connection exception".
const connectionEndStates = new Set([
  "25P03", // idle_in_transaction_session_timeout
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now: starting, or stopping
  "57P05", // idle_session_timeout
]);

/** The server runs but can't serve this now: class 53 is "insufficient resources", or a statement timed out. */
function isOverloaded(error: object): boolean {
  const code = codeOf(error);
  return isSqlState(code) && (code.startsWith("53") || code === "57014");
}

// Errors of Node's sockets and name resolution.
const connectionFaults = new Set([
  "EAGAIN", // a unix socket whose connection queue is full
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

// `pg` sets no code on these, so they are recognised by their text (pg 8.23 client.js and query.js, pg-pool 3.14
// index.js).
const pgClientFaults = [
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed",
  "Query read timeout",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Cannot use a pool after calling end",
];

function isPgClientFault(error: object): boolean {
  const { message } = error as { message?: unknown };
  return typeof message === "string" && pgClientFaults.some((start) => message.startsWith(start));
}

/** The error, its causes, and the errors it combines (Node tries every address of a name). */
function errorsOf(error: unknown): object[] {
  if (typeof error !== "object" || error === null) return [];
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  return [error, ...errorsOf(cause), ...(Array.isArray(errors) ? errors.flatMap(errorsOf) : [])];
}

function codeOf(error: object): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}

function syscallOf(error: object): unknown {
  return (error as { syscall?: unknown }).syscall;
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}
