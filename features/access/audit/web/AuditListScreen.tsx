import type { Output } from "#base/contract.ts";
import { audit } from "#features/access/audit/contract.ts";
import { useAuditList } from "#features/access/audit/web/useAuditList.ts";
import { VerifyButton } from "#features/access/audit/web/VerifyButton.tsx";
import { RecordList } from "#web/list/RecordList.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

/** Who did what, when and from where. */
export function AuditListScreen() {
  const { data, error, refetch, isFetching } = useRead(audit.terms, {});
  if (data) return <Entries terms={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={12} rowPx={40} />;
}

function Entries({ terms }: { readonly terms: Output<typeof audit.terms> }) {
  return <RecordList list={useAuditList(terms)} actions={<VerifyButton />} keepsActions />;
}
