import { useEffect } from "react";

/** Loads what will be wanted at a key press, once the screen that was asked for is there. `load` is the same each time. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A chunk that does not come now is asked for again when it is wanted.
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
