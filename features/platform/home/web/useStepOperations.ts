import { brands } from "#features/catalogue/brands/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { useCan } from "#web/session.tsx";

/** Operations of first steps that this user may call. Without any, the answer has no steps. */
export function useStepOperations() {
  const can = useCan();
  return [brands.create, products.create, retailers.create].filter(can);
}
