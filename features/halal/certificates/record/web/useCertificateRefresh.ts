import { useCallback } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { menuCountsKey } from "#web/layout/useMenuCount.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What is read again once a certificate has changed. */
const refreshes = [
  certificates.list,
  certificates.countByState,
  certificates.activity,
  certificates.readQueue,
  certificates.readCalendar,
  certificates.listLines,
  certificates.listRevisions,
  certificates.findMatches,
];

/** Keeps a certificate as an operation has just answered it, and has the rest of the screen follow. */
export function useCertificateRefresh(): (certificate: Certificate) => Promise<Certificate> {
  const { queryClient } = useApiClient();
  return useCallback(
    async (certificate) => {
      queryClient.setQueryData(keyOf(certificates.get, { id: certificate.id }), certificate);
      // How many wait for a reviewer; nothing on the screen waits for it.
      void queryClient.invalidateQueries({ queryKey: menuCountsKey });
      await refresh(queryClient, refreshes);
      return certificate;
    },
    [queryClient],
  );
}
