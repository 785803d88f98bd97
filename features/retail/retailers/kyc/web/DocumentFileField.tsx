import { lazy, Suspense } from "react";
import type { FileRule } from "#base/files.ts";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

type DocumentFileFieldProps = { readonly name: string; readonly rule: FileRule; readonly label: string };

const DocumentFileInput = lazy(() =>
  withFileMessages(
    import("#features/retail/retailers/kyc/web/DocumentFileInput.tsx").then((module) => module.DocumentFileInput),
  ),
);

/** One document, as a field whose value is the id of the file, or null. */
export const DocumentFileField = (props: DocumentFileFieldProps) => (
  <Suspense fallback={<SkeletonRows rows={1} rowPx={72} />}>
    <DocumentFileInput {...props} />
  </Suspense>
);
