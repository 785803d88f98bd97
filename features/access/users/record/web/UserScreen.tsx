import { useParams } from "@tanstack/react-router";
import { users } from "#features/access/users/contract.ts";
import { UserDetailPage } from "#features/access/users/record/web/UserDetailPage.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

/** One person. */
export function UserScreen() {
  const { userId = "" }: { userId?: string } = useParams({ strict: false });
  return <ExistingUser key={userId} id={userId} />;
}

function ExistingUser({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(users.get, { id });
  if (data) return <UserDetailPage user={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}
