import { useMemo } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import { type Certificate, CertificateInput } from "#features/halal/certificates/contract/records.ts";
import { certificateErrors, emptyCertificate, isOpen, withOneHolder } from "#features/halal/certificates/rules.ts";
import { useCertificateRefresh } from "#features/halal/certificates/web/useCertificateRefresh.ts";
import { call } from "#web/call.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What a person wrote of a certificate, without what the server knows of it. */
export const certificateInputOf = (certificate: Certificate): CertificateInput =>
  Object.fromEntries(
    Object.keys(emptyCertificate).map((name) => [name, certificate[name as keyof CertificateInput]]),
  ) as CertificateInput;

/** How certificates are written. `newId` is the id of the one to be made. */
export function useCertificateSource(newId: string): RecordSource<CertificateInput, Certificate> {
  const { transport } = useApiClient();
  const keep = useCertificateRefresh();
  return useMemo(
    () => ({
      name: "certificates",
      schema: CertificateInput,
      // What was verified once may say what a form no longer takes; then only the notes are written.
      errorsOf: (values, record) => (record === null || isOpen(record.state) ? certificateErrors(values) : []),
      valuesOf: certificateInputOf,
      create: async (values) =>
        keep(await call(transport, certificates.create, { id: newId, ...withOneHolder(values) })),
      update: async (patch, { id, version }) =>
        keep(await call(transport, certificates.update, { ...patch, id, version })),
    }),
    [transport, keep, newId],
  );
}
