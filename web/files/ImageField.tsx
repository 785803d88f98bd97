import { lazy, Suspense } from "react";
import type { ImageFieldProps } from "#web/files/ImageFieldBody.tsx";
import { withFileWords } from "#web/files/withFileWords.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const ImageFieldBody = lazy(() =>
  withFileWords(import("#web/files/ImageFieldBody.tsx").then((module) => module.ImageFieldBody)),
);

/** One picture of a record, as a field of its form: the value is the id of the file, or null. */
export const ImageField = (props: ImageFieldProps) => (
  <Suspense fallback={<SkeletonRows rows={1} rowPx={96} />}>
    <ImageFieldBody {...props} />
  </Suspense>
);
