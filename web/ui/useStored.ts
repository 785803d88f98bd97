import { useCallback, useSyncExternalStore } from "react";

const changed = new EventTarget();

/**
 * A setting of this browser, kept under `key` as JSON and shared by all that read it, in other tabs too.
 * What cannot be read back is as if it were not there.
 */
export function useStored<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const handleStorage = (event: StorageEvent) => event.key === key && onChange();
      addEventListener("storage", handleStorage);
      changed.addEventListener(key, onChange);
      return () => {
        removeEventListener("storage", handleStorage);
        changed.removeEventListener(key, onChange);
      };
    },
    [key],
  );
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const store = useCallback(
    (value: Value) => {
      localStorage.setItem(key, JSON.stringify(value));
      changed.dispatchEvent(new Event(key));
    },
    [key],
  );
  return [parsed(text) ?? initial, store];
}

/** What is kept under `key` at this moment, outside of a component; null where there is nothing that can be read. */
export const readStored = <Value>(key: string): Value | null => parsed<Value>(localStorage.getItem(key));

const values = new Map<string, unknown>();

/** The same text is the same value, so that what depends on it does not change with every render. */
function parsed<Value>(text: string | null): Value | null {
  if (text === null) return null;
  if (!values.has(text)) values.set(text, parse(text));
  return values.get(text) as Value | null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
