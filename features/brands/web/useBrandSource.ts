import { useMemo } from "react";
import { type Brand, BrandInput, brands } from "#features/brands/contract.ts";
import { brandErrors, brandInputOf } from "#features/brands/rules.ts";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useReach } from "#web/useReach.ts";

/** How brands are written. `newId` is the id of the one to be made. */
export function useBrandSource(newId: string): RecordSource<BrandInput, Brand> {
  const { transport, queryClient } = useReach();
  return useMemo(() => {
    const keep = async (brand: Brand) => {
      queryClient.setQueryData(keyOf(brands.get, { id: brand.id }), brand);
      await refresh(queryClient, [brands.list, brands.countByStatus, brands.activity]);
      return brand;
    };
    return {
      name: "brands",
      schema: BrandInput,
      errorsOf: (values, brand) => brandErrors(values, brand?.status),
      valuesOf: brandInputOf,
      create: async (values) => keep(await call(transport, brands.create, { id: newId, ...values })),
      update: async (patch, { id, version }) => keep(await call(transport, brands.update, { ...patch, id, version })),
    };
  }, [transport, queryClient, newId]);
}
