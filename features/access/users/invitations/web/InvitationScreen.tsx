import { lazy, Suspense } from "react";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

// On its way since the route was entered (routes.tsx).
const InvitationForm = lazy(() =>
  import("#features/access/users/invitations/web/InvitationForm.tsx").then((module) => ({
    default: module.InvitationForm,
  })),
);

/** Where somebody is invited. The form is most of its weight and a part of its own. */
export const InvitationScreen = () => (
  <Suspense fallback={<SkeletonRows rows={6} rowPx={72} />}>
    <InvitationForm />
  </Suspense>
);
