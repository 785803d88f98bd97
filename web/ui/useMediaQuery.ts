import { useCallback, useSyncExternalStore } from "react";

/** Narrower than a tablet: lists become cards, the menu a drawer, dialogs the whole screen. */
export const phoneQuery = "(max-width: 47.99em)";

/** Whether a media query matches now. Updates when it changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export const useIsPhone = (): boolean => useMediaQuery(phoneQuery);
