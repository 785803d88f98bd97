import { useMemo } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import { type Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { useCertificateRefresh } from "#features/halal/certificates/record/web/useCertificateRefresh.ts";
import { call } from "#web/call.ts";
import type { RecordMutations } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { type CertificateInput, certificateFields, withOneHolder } from "#features/halal/certificates/record/fields.ts";

/** Creates and updates certificates. `newId` is the id of the certificate to create. */
export function useCertificateMutations(newId: string): RecordMutations<CertificateInput, Certificate> {
  const { transport } = useApiClient();
  const keep = useCertificateRefresh();
  return useMemo(
    () => ({
      name: "certificates",
      schema: certificateFields.schema,
      errorsOf: (values, record) => certificateFields.errorsOf(values, record?.state ?? null),
      valuesOf: (record) => certificateFields.valuesOf(record as CertificateInput),
      create: async (values) =>
        keep(await call(transport, certificates.create, { id: newId, ...withOneHolder(values) })),
      update: async (patch, { id, version }) =>
        keep(await call(transport, certificates.update, { ...patch, id, version })),
    }),
    [transport, keep, newId],
  );
}
