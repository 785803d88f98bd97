import { useMemo } from "react";
import { retailers } from "#features/retail/retailers/contract.ts";
import { type Retailer, RetailerInput } from "#features/retail/retailers/contract/records.ts";
import { emptyRetailer, impactFields, retailerErrors } from "#features/retail/retailers/rules.ts";
import { call } from "#web/call.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { keyOf, refresh } from "#web/operations.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What a person wrote of a retailer, without what the server knows of it. */
export const retailerInputOf = (retailer: Retailer): RetailerInput =>
  Object.fromEntries(
    Object.keys(emptyRetailer).map((name) => [name, retailer[name as keyof RetailerInput]]),
  ) as RetailerInput;

/** How retailers are written. `newId` is the id of the one to be made. */
export function useRetailerSource(newId: string): RecordSource<RetailerInput, Retailer> {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const keep = async (retailer: Retailer) => {
      queryClient.setQueryData(keyOf(retailers.get, { id: retailer.id }), retailer);
      await refresh(queryClient, [retailers.list, retailers.countByStatus, retailers.activity]);
      return retailer;
    };
    return {
      name: "retailers",
      schema: RetailerInput,
      errorsOf: (values, retailer) => retailerErrors(values, retailer?.status),
      valuesOf: retailerInputOf,
      create: async (values) => keep(await call(transport, retailers.create, { id: newId, ...values })),
      update: async (patch, { id, version }, asShown) =>
        keep(await call(transport, retailers.update, { ...patch, ...asShown, id, version })),
      felt: {
        fields: impactFields,
        preview: (patch, { id, version }) => askImpact(transport, retailers.previewUpdate, { ...patch, id, version }),
      },
    };
  }, [transport, queryClient, newId]);
}
