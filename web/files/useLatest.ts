import { useCallback, useEffect, useRef } from "react";

/** A value as the last drawing had it, for what ends later than that. */
export function useLatest<Value>(value: Value): () => Value {
  const kept = useRef(value);
  useEffect(() => {
    kept.current = value;
  });
  return useCallback(() => kept.current, []);
}
