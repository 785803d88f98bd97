import { useEffect, useState } from "react";

/**
 * Whether this tab is the one that notifies, for what should ring once and not in every tab. Of the tabs that can be seen
 * it is the first; another takes over when that one is closed or hidden. `area` names what is notified of. Where a page
 * may not use locks (plain http), every visible tab leads. With `alsoHidden` the first tab leads until it is closed.
 */
export function useLeaderTab(area: string, { alsoHidden = false } = {}): boolean {
  const hasLocks = "locks" in navigator;
  const [isLeader, setLeader] = useState(!hasLocks);
  useEffect(() => {
    if (!hasLocks) return undefined;
    let stop: (() => void) | null = null;
    const follow = () => {
      if (alsoHidden || document.visibilityState === "visible") stop ??= holdLock(`mizan.${area}`, setLeader);
      else {
        stop?.();
        stop = null;
      }
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      stop?.();
    };
  }, [hasLocks, area, alsoHidden]);
  return isLeader;
}

/** Waits for the lock and holds it until `stop` is called. */
function holdLock(lockName: string, onHeld: (isHeld: boolean) => void): () => void {
  const waiting = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    .request(lockName, { signal: waiting.signal }, () => {
      onHeld(true);
      return held;
    })
    // It was not held yet when it was no longer wanted.
    .catch(() => undefined);
  return () => {
    waiting.abort();
    release();
    onHeld(false);
  };
}
