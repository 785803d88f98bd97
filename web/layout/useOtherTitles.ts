import { use, useMemo } from "react";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { type PermissionRow, useSessionState } from "#web/session.tsx";

const noRows: readonly PermissionRow[] = [];

/** The names of the menu's entries in every language by path, so that search finds them in any. */
export function useOtherTitles(): ReadonlyMap<string, readonly string[]> {
  const { menuTitles } = use(KnownScreensContext);
  const state = useSessionState();
  const rows = state.status === "signedIn" ? state.menu : noRows;
  return useMemo(() => {
    const titlesOf = (english: string) => [english, ...Object.values(menuTitles[english] ?? {})];
    return new Map(
      rows.map((row) => [row.ad_sub_link, [...titlesOf(row.ad_sub_title), ...titlesOf(row.ad_main_title)]]),
    );
  }, [rows, menuTitles]);
}
