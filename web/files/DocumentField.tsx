import { lazy, Suspense } from "react";
import type { DocumentEntry, DocumentFieldProps } from "#web/files/DocumentFieldBody.tsx";
import { withFileWords } from "#web/files/withFileWords.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const DocumentFieldBody = lazy(() =>
  withFileWords(import("#web/files/DocumentFieldBody.tsx").then((module) => module.DocumentFieldBody)),
);

/** The documents of a record, as a field of its form: the value is a list of entries that each name a file. */
export const DocumentField = <Entry extends DocumentEntry>(props: DocumentFieldProps<Entry>) => (
  <Suspense fallback={<SkeletonRows rows={2} rowPx={56} />}>
    {/* What is loaded later cannot carry a type of its own: the entries are handed back as they came. */}
    <DocumentFieldBody {...(props as unknown as DocumentFieldProps<DocumentEntry>)} />
  </Suspense>
);
