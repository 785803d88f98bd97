import { useEffect } from "react";
import { createStore } from "#web/store.ts";

/** The path of the screen that the current one belongs to, where its own path does not say so. */
export const screenPlace = createStore<string | null>(null);

/** Tells the menu where this screen belongs, as long as it is shown. */
export function useScreenPlace(path: string | null): void {
  useEffect(() => {
    screenPlace.change(path);
    return () => screenPlace.change(null);
  }, [path]);
}
