import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import { CertificateRecord } from "#features/halal/certificates/record/web/CertificateRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const CertificateCreation = lazy(() =>
  import("#features/halal/certificates/record/web/CertificateCreation.tsx").then((module) => ({
    default: module.CertificateCreation,
  })),
);

/** One certificate, or a new one. */
export function CertificateScreen() {
  const { certId }: { certId?: string } = useParams({ strict: false });
  if (certId) return <ExistingCertificate key={certId} id={certId} />;
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <CertificateCreation />
    </Suspense>
  );
}

function ExistingCertificate({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(certificates.get, { id });
  if (data) return <CertificateRecord certificate={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}
