import { commonRefusals, type FieldError } from "#base/refusal.ts";
import { fieldMessages } from "#api/fieldMessages.ts";

// PostgreSQL text cannot hold NUL or unpaired surrogates.
const unstorable = /[\0\p{Cs}]/u;

/**
 * Refuses with `invalid_input` text that the database cannot store, anywhere in an input, so that no contract has to
 * check it. Skips bytes.
 */
export function requireStorable(input: unknown): void {
  const path = unstorableIn(input);
  if (path !== null) throw commonRefusals.invalid_input({}, [unstorableAt(path)]);
}

const unstorableAt = (path: readonly string[]): FieldError => ({
  path: path.join(".").replaceAll(/[\0\p{Cs}]/gu, ""),
  code: "control_characters",
  message: fieldMessages["control_characters"]!,
});

/** The path to the first such text; null if there is none. */
function unstorableIn(value: unknown): string[] | null {
  if (typeof value === "string") return unstorable.test(value) ? [] : null;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorable.test(name) ? [] : unstorableIn(inner);
    if (found !== null) return [name, ...found];
  }
  return null;
}
