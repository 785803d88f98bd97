import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

// On its way since the route was entered (routes.tsx).
const RetailerCreation = lazy(() =>
  import("#features/retail/retailers/web/RetailerCreation.tsx").then((module) => ({
    default: module.RetailerCreation,
  })),
);
const RetailerCopy = lazy(() =>
  import("#features/retail/retailers/web/RetailerCopy.tsx").then((module) => ({ default: module.RetailerCopy })),
);

/** A new retailer; `?copyOf=` begins with another's fields, which is also how one that was rejected tries again. */
export function NewRetailerScreen() {
  const [copyOf] = useSearchParam("copyOf");
  // Made here and sent with every attempt, so that a second click or a lost answer makes no second retailer.
  const [id] = useState(newId);
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      {copyOf === "" ? <RetailerCreation id={id} /> : <RetailerCopy id={id} originalId={copyOf} />}
    </Suspense>
  );
}
