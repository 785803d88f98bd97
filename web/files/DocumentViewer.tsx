import { lazy, Suspense } from "react";
import type { DocumentViewerProps } from "#web/files/DocumentViewerBody.tsx";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const DocumentViewerBody = lazy(() =>
  withFileMessages(import("#web/files/DocumentViewerBody.tsx").then((module) => module.DocumentViewerBody)),
);

/** A document or a picture of one, to read beside a form. Fills the height of its container. */
export const DocumentViewer = (props: DocumentViewerProps) => (
  <Suspense fallback={<SkeletonRows rows={8} rowPx={64} />}>
    <DocumentViewerBody {...props} />
  </Suspense>
);
