import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * One parameter of the address's query as screen state: a link, the back button and a reload keep it. Empty values are
 * left out.
 */
export function useSearchParam(name: string): readonly [string, (value: string) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const write = useCallback(
    (value: string) =>
      void navigate({
        to: ".",
        search: (previous: Readonly<Record<string, unknown>>) => ({
          ...previous,
          [name]: value === "" ? undefined : value,
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, name],
  );
  const value = search[name];
  return [typeof value === "string" ? value : "", write];
}
