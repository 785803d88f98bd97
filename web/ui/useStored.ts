import { useCallback, useSyncExternalStore } from "react";

const changed = new EventTarget();

/**
 * A setting stored in this browser under `key` as JSON, shared by all components that read it, also in other tabs.
 * Unreadable values count as missing.
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
  const store = useCallback((value: Value) => writeStored(key, value), [key]);
  return [parsed(text) ?? initial, store];
}

/** Stores a value outside of a component; those that read it are drawn again. */
export function writeStored<Value>(key: string, value: Value): void {
  localStorage.setItem(key, JSON.stringify(value));
  changed.dispatchEvent(new Event(key));
}

/** The value stored under `key` now, outside of a component; null if it is missing or unreadable. */
export const readStored = <Value>(key: string): Value | null => parsed<Value>(localStorage.getItem(key));

const values = new Map<string, unknown>();

/** The same text returns the same object, so that it does not change with every render. */
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
