import { useState } from "react";
import { usePerson } from "#web/session.tsx";

// As long as the page is open: nobody looks for what they once ticked on another day.
const choices = new Map<string, unknown>();

/**
 * What is ticked on a screen, kept while somebody is elsewhere: a fix is done on another screen, and whoever comes back
 * from it goes on where they were. `name` says what it is a choice of, and changes with the screen.
 */
export function useKeptChoice<Choice>(name: string, none: Choice) {
  const key = `${usePerson()?.userId ?? ""} ${name}`;
  const [choice, setChoice] = useState(() => (choices.get(key) as Choice | undefined) ?? none);
  const change = (next: (before: Choice) => Choice) =>
    setChoice((before) => {
      const after = next(before);
      choices.set(key, after);
      return after;
    });
  return [choice, change] as const;
}
