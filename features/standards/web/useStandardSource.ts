import { useMemo } from "react";
import { standards } from "#features/certifiers/contract.ts";
import { type Standard, StandardInput } from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useReach } from "#web/useReach.ts";

/** How standards are written. `newId` is the id of the one to be made. */
export function useStandardSource(newId: string): RecordSource<StandardInput, Standard> {
  const { transport, queryClient } = useReach();
  return useMemo(() => {
    const keep = async (standard: Standard) => {
      queryClient.setQueryData(keyOf(standards.get, { id: standard.id }), standard);
      await refresh(queryClient, [standards.list, standards.activity]);
      return standard;
    };
    return {
      name: "standards",
      schema: StandardInput,
      valuesOf: (standard) =>
        Object.fromEntries(
          Object.keys(emptyStandard).map((name) => [name, standard[name as keyof StandardInput]]),
        ) as StandardInput,
      create: async (values) => keep(await call(transport, standards.create, { id: newId, ...values })),
      update: async (patch, { id, version }) =>
        keep(await call(transport, standards.update, { ...patch, id, version })),
    };
  }, [transport, queryClient, newId]);
}
