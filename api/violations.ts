/** A database rule that a statement violated. */
export type Violation = {
  readonly kind: "unique" | "foreign_key" | "other";
  /** The name of the constraint or unique index. Empty if it has none, like `not null`. */
  readonly constraint: string;
};

// From appendix A of the PostgreSQL manual; class 23 is "integrity constraint violation".
const kindsByState: Readonly<Record<string, Violation["kind"]>> = { 23503: "foreign_key", 23505: "unique" };

/** Null if the error is not a violation. Looks inside Drizzle's wrapper. */
export function violationOf(error: unknown): Violation | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown };
  if (typeof code !== "string" || !/^23[0-9A-Z]{3}$/.test(code)) return violationOf(cause);
  return { kind: kindsByState[code] ?? "other", constraint: typeof constraint === "string" ? constraint : "" };
}
