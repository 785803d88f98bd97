import { useMemo } from "react";
import { certifiers } from "#features/halal/certifiers/contract.ts";
import { type Body, BodyInput } from "#features/halal/certifiers/contract/bodies.ts";
import { bodyErrors, emptyBody } from "#features/halal/certifiers/rules.ts";
import { call } from "#web/call.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { keyOf, refresh } from "#web/operations.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** How certifying bodies are written. `newId` is the id of the one to be made. */
export function useBodySource(newId: string): RecordSource<BodyInput, Body> {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const keep = async (body: Body) => {
      queryClient.setQueryData(keyOf(certifiers.get, { id: body.id }), body);
      await refresh(queryClient, [certifiers.list, certifiers.activity]);
      return body;
    };
    return {
      name: "certifiers",
      schema: BodyInput,
      errorsOf: bodyErrors,
      valuesOf: (body) =>
        Object.fromEntries(Object.keys(emptyBody).map((name) => [name, body[name as keyof BodyInput]])) as BodyInput,
      create: async (values) => keep(await call(transport, certifiers.create, { id: newId, ...values })),
      update: async (patch, { id, version }, asShown) =>
        keep(await call(transport, certifiers.update, { ...patch, ...asShown, id, version })),
      felt: {
        fields: ["accreditations"],
        preview: (patch, { id, version }) => askImpact(transport, certifiers.previewUpdate, { ...patch, id, version }),
      },
    };
  }, [transport, queryClient, newId]);
}
