import { useEffect } from "react";
import { useStepOperations } from "#features/platform/home/web/useStepOperations.ts";
import { home, type HomePeriod } from "#features/platform/home/contract.ts";
import { useRead } from "#web/operations.ts";
import { useStored } from "#web/ui/useStored.ts";

const refreshMs = 60_000;

/** The answer, and how many first steps it has: as at the last visit, or null until that can be known. */
export function useHome(period: HomePeriod) {
  const query = useRead(home.read, { period }, { keepsPrevious: true, everyMs: refreshMs });
  const mayDo = useStepOperations().length > 0;
  const [stored, store] = useStored<number | null>("mizan.home.steps", null);
  const firstSteps = query.data?.firstSteps;
  const answered = firstSteps && (firstSteps.isDismissed ? 0 : firstSteps.steps.length);
  useEffect(() => {
    if (answered !== undefined) store(answered);
  }, [answered, store]);
  return { query, stepsCount: answered ?? (mayDo ? stored : 0) };
}
