import { lazy, Suspense } from "react";
import type { ImageListProps } from "#web/files/ImageListBody.tsx";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const ImageListBody = lazy(() =>
  withFileMessages(import("#web/files/ImageListBody.tsx").then((module) => module.ImageListBody)),
);

/** The ordered pictures of a record, as a form field: the value is a list of `RecordImage`. */
export const ImageList = (props: ImageListProps) => (
  <Suspense fallback={<SkeletonRows rows={2} rowPx={96} />}>
    <ImageListBody {...props} />
  </Suspense>
);
