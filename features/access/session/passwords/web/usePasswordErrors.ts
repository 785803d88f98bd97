import { Refusal } from "#base/refusal.ts";
import { issueText, textOf } from "#web/textOf.ts";

/** Shows a refusal of a password form: at its field, or above the form. */
export function usePasswordErrors(error: Error | null): {
  readonly failure: string | null;
  readonly errorOf: (field: string) => string | undefined;
} {
  const errors = error instanceof Refusal ? error.errors : [];
  const errorOf = (field: string) => {
    const found = errors.find(({ path }) => path === field);
    return found && issueText(found);
  };
  return { failure: error !== null && errors.length === 0 ? textOf(error) : null, errorOf };
}
