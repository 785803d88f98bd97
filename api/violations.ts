/**
 * The constraint or unique index that a statement broke, by its name; null for any other error.
 *
 * Looks through what Drizzle wraps around the driver's error. Class 23 is "integrity constraint violation".
 */
export function violatedConstraint(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown };
  if (typeof code === "string" && /^23[0-9A-Z]{3}$/.test(code))
    return typeof constraint === "string" ? constraint : null;
  return violatedConstraint(cause);
}
