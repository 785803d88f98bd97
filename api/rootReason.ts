/**
 * The root cause of an error: `disk full`, and not the statement that failed. The wrapping errors may contain users'
 * rows, which must not be logged (reliability R30).
 */
export function rootReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return rootReason(error.cause);
  // For a name with several addresses Node tries each, and its combined error has no message.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(rootReason).join("; ");
  return error.message;
}
