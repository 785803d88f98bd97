import type { Operation } from "#base/contract.ts";
import { useOperations } from "#web/list/useOperations.ts";
import type { LateOperation } from "#web/list/pickable.ts";
import { useCan } from "#web/session.tsx";

/** In the order of the tabs: each by the list that shows it, whose contract travels with no screen of brands. */
const listsByName = {
  products: async () => (await import("#features/products/contract.ts")).products.list,
  certificates: async () => (await import("#features/certificates/contract.ts")).certificates.list,
  retailers: async () => (await import("#features/retailers/contract.ts")).retailers.list,
  people: async () => (await import("#features/users/contract.ts")).users.list,
} as const satisfies Readonly<Record<string, LateOperation<Operation>>>;

export type BrandRelation = keyof typeof listsByName;

const names = Object.keys(listsByName) as BrandRelation[];
const lists = Object.values(listsByName);

/** What stands around a brand in other areas and the person may see. None of an area whose contract is still on its way. */
export function useBrandRelations(): BrandRelation[] {
  const can = useCan();
  const operations = useOperations(lists);
  return names.filter((_, place) => {
    const operation = operations[place];
    return operation !== undefined && can(operation);
  });
}
