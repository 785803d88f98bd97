import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { useCertificateFormatters } from "#features/halal/certificates/record/web/useCertificateFormatters.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { useMessages } from "#web/useMessages.ts";

/** What was done to a certificate, newest first. */
export function HistoryTab({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const formatters = useCertificateFormatters(certificate);
  return <ActivityPanel operation={certificates.activity} id={certificate.id} texts={formatters} t={t} />;
}
