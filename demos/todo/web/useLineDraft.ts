import { useCallback, useState } from "react";
import { draftKey } from "#web/record/drafts.ts";
import { useSignedInUser } from "#web/session.tsx";

/** The line being typed. It is kept in this tab: in other views, after a reload, and after a session has ended. */
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
  /** Restores a line that was refused, unless the next one has been started. */
  const giveBack = useCallback((text: string) => sessionStorage.getItem(key) === null && write(text), [key, write]);
  return { line, write, giveBack };
}
