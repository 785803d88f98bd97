import { useCallback, useState } from "react";
import { draftKey } from "#web/record/drafts.ts";
import { useSignedInUser } from "#web/session.tsx";

/** The line that is being typed. It stays with this tab: on other views, over a reload, and when a session has ended. */
export function useLineDraft() {
  const key = draftKey(useSignedInUser()?.userId ?? "", "todo.line");
  const [line, setLine] = useState(() => sessionStorage.getItem(key) ?? "");
  const write = useCallback(
    (text: string) => {
      setLine(text);
      if (text === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    },
    [key],
  );
  /** A line that was refused, unless the next one has been begun. */
  const giveBack = useCallback((text: string) => sessionStorage.getItem(key) === null && write(text), [key, write]);
  return { line, write, giveBack };
}
