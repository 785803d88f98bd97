import { useState } from "react";

/** Whether this was ever true. What opened once stays mounted, so that it can be seen to close. */
export function useWasOnce(isTrue: boolean): boolean {
  const [wasOnce, setWasOnce] = useState(isTrue);
  if (isTrue && !wasOnce) setWasOnce(true);
  return wasOnce || isTrue;
}
