import { lazy, Suspense } from "react";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

// Loading since the route was entered (routes.tsx).
const InvitationForm = lazy(() =>
  import("#features/access/users/invitations/web/InvitationForm.tsx").then((module) => ({
    default: module.InvitationForm,
  })),
);

/** The page for inviting a user. The form is most of its size, and is a separate chunk. */
export const InvitationScreen = () => (
  <Suspense fallback={<SkeletonRows rows={6} rowPx={72} />}>
    <InvitationForm />
  </Suspense>
);
