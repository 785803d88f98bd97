import { useEffect } from "react";
import { brands } from "#features/catalogue/brands/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import type { FirstSteps } from "#features/platform/home/contract.ts";
import { useCan } from "#web/session.tsx";
import { useStored } from "#web/ui/useStored.ts";

/** How many first steps are shown: before the answer as at the last visit, or null until that can be known. */
export function useStepsCount(firstSteps: FirstSteps | undefined): number | null {
  const mayDo = [brands.create, products.create, retailers.create].some(useCan());
  const [stored, store] = useStored<number | null>("mizan.home.steps", null);
  const answered = firstSteps && (firstSteps.isDismissed ? 0 : firstSteps.steps.length);
  useEffect(() => {
    if (answered !== undefined) store(answered);
  }, [answered, store]);
  return answered ?? (mayDo ? stored : 0);
}
