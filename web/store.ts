/** A value that changes, and whoever wants to know. What `useSyncExternalStore` reads. */
export type Store<Value> = {
  readonly read: () => Value;
  readonly change: (next: Value) => void;
  /** Returns the way out. */
  readonly subscribe: (onChange: () => void) => () => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    change: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
