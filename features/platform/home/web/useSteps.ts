import type { FirstStepName, FirstSteps } from "#features/platform/home/contract.ts";
import { useStored } from "#web/ui/useStored.ts";

/** The screen on which each step is done. */
export const stepPaths: Readonly<Record<FirstStepName, string>> = {
  brand: "/apps/brand/brands/new",
  product: "/apps/brand-product/brand-products/new",
  certificate: "/apps/cert/certs/new",
  colleague: "/apps/user/users/new",
  retailer: "/apps/retailer/retailers/new",
  assignment: "/apps/retailer/assign-products",
};

const retailerPath = /^\/apps\/retailer\/retailers\/([\da-f-]{36})$/;

/** The screen on which a step is done, from another screen: products are assigned to the retailer that is open. */
export function stepPathFrom(step: FirstStepName, path: string): string {
  const retailerId = step === "assignment" ? retailerPath.exec(path)?.[1] : undefined;
  return retailerId === undefined ? stepPaths[step] : `${stepPaths[step]}/${retailerId}`;
}

/** Whether this user follows the steps: the next one is then named on every screen. */
export const useIsLed = () => useStored("mizan.firstSteps.isLed", false);

/** How far it is, and the next step; undefined when all are done. */
export function progressOf({ steps }: Pick<FirstSteps, "steps">) {
  return {
    done: steps.filter(({ isDone }) => isDone).length,
    total: steps.length,
    next: steps.find(({ isDone }) => !isDone)?.name,
  };
}
