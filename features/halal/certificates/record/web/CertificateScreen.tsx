import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import { CertificateDetailPage } from "#features/halal/certificates/record/web/CertificateDetailPage.tsx";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const CertificateCreatePage = lazy(() =>
  withFileMessages(
    import("#features/halal/certificates/record/web/CertificateCreatePage.tsx").then(
      (module) => module.CertificateCreatePage,
    ),
  ),
);

/** One certificate, or a new one. */
export function CertificateScreen() {
  const { certId }: { certId?: string } = useParams({ strict: false });
  if (certId) return <ExistingCertificate key={certId} id={certId} />;
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <CertificateCreatePage />
    </Suspense>
  );
}

function ExistingCertificate({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(certificates.get, { id });
  if (data) return <CertificateDetailPage certificate={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}
