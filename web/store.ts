/** A value with listeners for its changes, for `useSyncExternalStore`. */
export type Store<Value> = {
  readonly read: () => Value;
  readonly change: (next: Value) => void;
  /** Returns the function that unsubscribes. */
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
