/** The SQLSTATE of a database error, on every driver. Null for any other error. Looks inside Drizzle's wrapper. */
export function sqlStateOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : sqlStateOf(cause);
}

// Appendix A of the PostgreSQL manual.
const abortStates = new Set([
  "40001", // serialization_failure
  "40P01", // deadlock_detected
  "55P03", // lock_not_available
  // Behind a pooler, a prepared statement may be on another connection. The host then stops preparing statements.
  "26000", // invalid_sql_statement_name
  "42P05", // duplicate_prepared_statement
]);

/** The database rolled the transaction back in favour of another one. Run again, it may succeed. */
export const isTransactionAborted = (error: unknown): boolean => abortStates.has(sqlStateOf(error) ?? "");
