import { lazy, Suspense } from "react";
import type { DocumentEntry, DocumentFieldProps } from "#web/files/DocumentFieldBody.tsx";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const DocumentFieldBody = lazy(() =>
  withFileMessages(import("#web/files/DocumentFieldBody.tsx").then((module) => module.DocumentFieldBody)),
);

/** The documents of a record, as a form field: the value is a list of entries, each with a file id. */
export const DocumentField = <Entry extends DocumentEntry>(props: DocumentFieldProps<Entry>) => (
  <Suspense fallback={<SkeletonRows rows={2} rowPx={56} />}>
    {/* A lazy component can't be generic. It returns the entries in the same type as it received them. */}
    <DocumentFieldBody {...(props as unknown as DocumentFieldProps<DocumentEntry>)} />
  </Suspense>
);
