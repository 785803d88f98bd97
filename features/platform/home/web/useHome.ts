import { useEffect } from "react";
import { useStepOperations } from "#features/platform/home/web/useStepOperations.ts";
import { home, type HomePeriod } from "#features/platform/home/contract.ts";
import { useRead } from "#web/operations.ts";
import { useStored } from "#web/ui/useStored.ts";

const refreshMs = 60_000;

/** The answer, and whether it has first steps; null until that can be known. */
export function useHome(period: HomePeriod) {
  const query = useRead(home.read, { period }, { keepsPrevious: true, everyMs: refreshMs });
  const mayDo = useStepOperations().length > 0;
  const [stored, store] = useStored<boolean | null>("mizan.home.hasSteps", null);
  const firstSteps = query.data?.firstSteps;
  const answered = firstSteps && firstSteps.steps.length > 0 && !firstSteps.isDismissed;
  useEffect(() => {
    if (answered !== undefined) store(answered);
  }, [answered, store]);
  return { query, hasSteps: answered ?? (mayDo ? stored : false) };
}
