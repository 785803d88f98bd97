import { useCallback } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { menuCountsKey } from "#web/layout/useMenuCount.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Operations whose results a change of a certificate makes stale. */
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

/** Stores a certificate that an operation returned, and refreshes the rest of the screen. */
export function useCertificateRefresh(): (certificate: Certificate) => Promise<Certificate> {
  const { queryClient } = useApiClient();
  return useCallback(
    async (certificate) => {
      queryClient.setQueryData(keyOf(certificates.get, { id: certificate.id }), certificate);
      // The number in the menu; nothing on the screen waits for it.
      void queryClient.invalidateQueries({ queryKey: menuCountsKey });
      await refresh(queryClient, refreshes);
      return certificate;
    },
    [queryClient],
  );
}
