import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { roles } from "#features/access/roles/contract.ts";
import { RoleDetailPage } from "#features/access/roles/web/RoleDetailPage.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

const RoleCreatePage = lazy(() =>
  import("#features/access/roles/web/RoleCreatePage.tsx").then((module) => ({ default: module.RoleCreatePage })),
);

/** One role, or a new one; `?copyOf=` begins with what another grants. */
export function RoleScreen() {
  const { roleId }: { roleId?: string } = useParams({ strict: false });
  const [copyOf] = useSearchParam("copyOf");
  if (roleId) return <ExistingRole key={roleId} id={roleId} />;
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      {copyOf === "" ? <NewRole /> : <CopiedRole id={copyOf} />}
    </Suspense>
  );
}

function ExistingRole({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(roles.get, { id });
  if (data) return <RoleDetailPage role={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewRole() {
  const [id] = useState(newId);
  return <RoleCreatePage id={id} original={null} />;
}

function CopiedRole({ id: originalId }: { readonly id: string }) {
  const [id] = useState(newId);
  const { data, error, refetch, isFetching } = useRead(roles.get, { id: originalId });
  if (data) return <RoleCreatePage id={id} original={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}
