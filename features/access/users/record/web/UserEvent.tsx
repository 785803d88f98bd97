import { lazy, Suspense } from "react";
import { ActivityEntry, type ActivityEntryProps } from "#web/record/ActivityEntry.tsx";

const ElsewhereEvent = lazy(() =>
  import("#features/access/users/record/web/ElsewhereEvent.tsx").then((module) => ({ default: module.ElsewhereEvent })),
);

/** An event in the history of a user, which also has what was done to other records. */
export function UserEvent(props: ActivityEntryProps) {
  const { resource = "users" } = props.event;
  if (resource === "users") return <ActivityEntry {...props} />;
  return (
    <Suspense fallback={<ActivityEntry {...props} event={{ ...props.event, changes: {} }} />}>
      <ElsewhereEvent {...props} resource={resource} />
    </Suspense>
  );
}
