import { useNavigate, useSearch } from "@tanstack/react-router";

export interface OpenRecord {
  readonly openId: string | null;
  /** One step of the history, however many records are looked at one after the other: back leads to the list. */
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * The record that is open beside its list, which the address names: `?todo=…` with the parameter `todo`. A link, a reload
 * and the back button keep it.
 */
export function useOpenRecord(parameter: string): OpenRecord {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = search[parameter];
  const openId = typeof value === "string" ? value : null;
  const write = (id: string | undefined, replace: boolean) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, [parameter]: id }),
      replace,
      resetScroll: false,
    });
  return {
    openId,
    open: (id: string) => write(id, openId !== null),
    close: () => write(undefined, true),
  };
}
