import { useEffect, useState } from "react";

const lockName = "mizan.todo.reminders";

/**
 * Whether this tab is the one that tells. Of those that can be seen it is the first; a window beside it stays quiet until
 * that one is closed or hidden. Where a page may ask for no lock (plain http), each speaks for itself.
 */
export function useLeaderTab(): boolean {
  const hasLocks = "locks" in navigator;
  const [isSpeaking, setSpeaking] = useState(!hasLocks);
  useEffect(() => {
    if (!hasLocks) return undefined;
    let stop: (() => void) | null = null;
    const follow = () => {
      if (document.visibilityState === "visible") stop ??= holdLock(setSpeaking);
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
  }, [hasLocks]);
  return isSpeaking;
}

/** Waits for the lock and keeps it until it is told to stop. */
function holdLock(onHeld: (isHeld: boolean) => void): () => void {
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
