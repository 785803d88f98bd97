import { lazy, Suspense } from "react";
import type { Present } from "#base/live.ts";

const Faces = lazy(async () => (await import("#web/live/loadPeople.ts")).loadRowPeople());

/** Who else has the record of a row open. */
export const RowPeople = ({ people }: { readonly people: readonly Present[] }) =>
  people.length > 0 && (
    <Suspense>
      <Faces people={people} />
    </Suspense>
  );
