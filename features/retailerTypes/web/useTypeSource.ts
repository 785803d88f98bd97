import { useMemo } from "react";
import { type RetailerType, RetailerTypeInput, retailerTypes } from "#features/retailerTypes/contract.ts";
import { emptyRetailerType, feltFields, retailerTypeErrors } from "#features/retailerTypes/rules.ts";
import { call } from "#web/call.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useReach } from "#web/useReach.ts";

const inputOf = (type: RetailerType): RetailerTypeInput =>
  Object.fromEntries(
    Object.keys(emptyRetailerType).map((name) => [name, type[name as keyof RetailerTypeInput]]),
  ) as RetailerTypeInput;

/** How types are written. `newId` is the id of the one to be made. */
export function useTypeSource(newId: string): RecordSource<RetailerTypeInput, RetailerType> {
  const { transport, queryClient } = useReach();
  return useMemo(() => {
    const keep = async (type: RetailerType) => {
      queryClient.setQueryData(keyOf(retailerTypes.get, { id: type.id }), type);
      await refresh(queryClient, [retailerTypes.list, retailerTypes.countByStatus, retailerTypes.activity]);
      return type;
    };
    return {
      name: "retailerTypes",
      schema: RetailerTypeInput,
      errorsOf: retailerTypeErrors,
      valuesOf: inputOf,
      create: async (values) => keep(await call(transport, retailerTypes.create, { id: newId, ...values })),
      update: async (patch, { id, version }, asShown) =>
        keep(unlessWaiting(await call(transport, retailerTypes.update, { ...patch, ...asShown, id, version }))),
      felt: {
        fields: feltFields,
        preview: (patch, { id, version }) =>
          askImpact(transport, retailerTypes.previewUpdate, { ...patch, id, version }),
      },
    };
  }, [transport, queryClient, newId]);
}
