import { commonRefusals, type FieldError } from "#base/refusal.ts";
import { fieldMessages } from "#api/fieldMessages.ts";

// What no text of PostgreSQL holds: NUL, and halves of a character.
const unstorable = /[\0\p{Cs}]/u;

/**
 * Refuses with `invalid_input` text that the database cannot keep, wherever it stands in an input, so that no contract can
 * forget to. What is bytes is none of its concern.
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

/** The names that lead to the first such text; null where there is none. */
function unstorableIn(value: unknown): string[] | null {
  if (typeof value === "string") return unstorable.test(value) ? [] : null;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorable.test(name) ? [] : unstorableIn(inner);
    if (found !== null) return [name, ...found];
  }
  return null;
}
