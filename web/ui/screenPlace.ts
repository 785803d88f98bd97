import { useEffect } from "react";
import { createStore } from "#web/store.ts";

/** The path that the menu marks as active for this screen, if it differs from the screen's own path. */
export const screenPlace = createStore<string | null>(null);

/** Sets the active menu entry for this screen, as long as it is shown. */
export function useScreenPlace(path: string | null): void {
  useEffect(() => {
    screenPlace.change(path);
    return () => screenPlace.change(null);
  }, [path]);
}
