import { useState } from "react";
import { useSignedInUser } from "#web/session.tsx";

// Kept until the page is closed: a selection of another day is of no use.
const choices = new Map<string, unknown>();

/**
 * The selection on a screen, kept while the user is elsewhere: fixes are on other screens, and users who come back
 * continue where they were. `name` identifies the selection, and changes with the screen.
 */
export function useStoredChoice<Choice>(name: string, none: Choice) {
  const key = `${useSignedInUser()?.userId ?? ""} ${name}`;
  const [choice, setChoice] = useState(() => (choices.get(key) as Choice | undefined) ?? none);
  const change = (next: (before: Choice) => Choice) =>
    setChoice((before) => {
      const after = next(before);
      choices.set(key, after);
      return after;
    });
  return [choice, change] as const;
}
