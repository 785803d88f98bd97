import { useState } from "react";

/** Whether this was ever true. A layer that opened once stays mounted, so that its closing transition shows. */
export function useWasOnce(isTrue: boolean): boolean {
  const [wasOnce, setWasOnce] = useState(isTrue);
  if (isTrue && !wasOnce) setWasOnce(true);
  return wasOnce || isTrue;
}
