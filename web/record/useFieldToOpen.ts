import { useCallback, useState } from "react";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

/** The form field to focus: the one opened last, or with `?edit=` the first. Null once it has the focus. */
export function useFieldToOpen<Name extends string>(first: Name) {
  const [edit, setEdit] = useSearchParam("edit");
  const [opened, open] = useState<Name | null>(null);
  const onReached = useCallback(() => {
    open(null);
    if (edit !== "") setEdit("");
  }, [edit, setEdit]);
  return { wanted: opened ?? (edit === "" ? null : first), open, onReached };
}
