/**
 * What is at the bottom of an error: `disk full` and not the statement that could not be run. What wraps it may hold
 * people's rows, which belong into no log (reliability R30).
 */
export function rootReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return rootReason(error.cause);
  // Of a name with several addresses Node tries each, and says of all together nothing.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(rootReason).join("; ");
  return error.message;
}
