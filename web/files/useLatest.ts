import { useCallback, useEffect, useRef } from "react";

/** The value of the last render, for callbacks that run later. */
export function useLatest<Value>(value: Value): () => Value {
  const kept = useRef(value);
  useEffect(() => {
    kept.current = value;
  });
  return useCallback(() => kept.current, []);
}
