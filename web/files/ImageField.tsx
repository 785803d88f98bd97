import { lazy, Suspense } from "react";
import type { ImageFieldProps } from "#web/files/ImageFieldBody.tsx";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const ImageFieldBody = lazy(() =>
  withFileMessages(import("#web/files/ImageFieldBody.tsx").then((module) => module.ImageFieldBody)),
);

/** One picture of a record, as a form field: the value is the file's id, or null. */
export const ImageField = (props: ImageFieldProps) => (
  <Suspense fallback={<SkeletonRows rows={1} rowPx={96} />}>
    <ImageFieldBody {...props} />
  </Suspense>
);
