import { useParams } from "@tanstack/react-router";
import { approvals } from "#features/access/approvals/contract.ts";
import { ApprovalRecord } from "#features/access/approvals/web/ApprovalRecord.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

/** One request. */
export function ApprovalScreen() {
  const { approvalId }: { approvalId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(approvals.get, { id: approvalId! });
  if (data) return <ApprovalRecord key={data.id} approval={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}
