import { useEffect } from "react";

/** Preloads what a key press will need, after the requested screen. `load` must be the same function each time. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A chunk that fails to preload is requested again when it is needed.
    const quietly = () => void load().catch(() => undefined);
    // Safari has no idle callback.
    if (!("requestIdleCallback" in globalThis)) {
      const timer = setTimeout(quietly, 2000);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(quietly, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }, [load]);
}
