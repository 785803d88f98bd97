/** A rule of the database that a statement broke. */
export type Violation = {
  readonly kind: "unique" | "foreign_key" | "other";
  /** Of the constraint or the unique index. Empty where none has a name, as for a column that may not be null. */
  readonly constraint: string;
};

// Of appendix A of the PostgreSQL manual; class 23 is "integrity constraint violation".
const kindsByState: Readonly<Record<string, Violation["kind"]>> = { 23503: "foreign_key", 23505: "unique" };

/** Null when the error is no such thing. Looks through what Drizzle wraps around the driver's error. */
export function violationOf(error: unknown): Violation | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown };
  if (typeof code !== "string" || !/^23[0-9A-Z]{3}$/.test(code)) return violationOf(cause);
  return { kind: kindsByState[code] ?? "other", constraint: typeof constraint === "string" ? constraint : "" };
}
