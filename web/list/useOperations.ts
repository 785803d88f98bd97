import { useEffect, useState } from "react";
import type { Operation } from "#base/contract.ts";
import type { LateOperation } from "#web/list/pickable.ts";

const loaded = new WeakMap<LateOperation, Operation>();

/** The operations in the same order; undefined while a contract is loading. `declared` must keep its identity. */
export function useOperations(declared: readonly (Operation | LateOperation)[]): readonly (Operation | undefined)[] {
  const [, setLoads] = useState(0);
  useEffect(() => {
    let isHere = true;
    const load = async (late: LateOperation) => {
      loaded.set(late, await late());
      if (isHere) setLoads((loads) => loads + 1);
    };
    for (const each of declared) if (typeof each === "function" && !loaded.has(each)) void load(each);
    return () => {
      isHere = false;
    };
  }, [declared]);
  return declared.map((each) => (typeof each === "function" ? loaded.get(each) : each));
}
