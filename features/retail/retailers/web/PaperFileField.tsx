import { lazy, Suspense } from "react";
import type { FileRule } from "#base/files.ts";
import { withFileWords } from "#web/files/withFileWords.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

type PaperFileFieldProps = { readonly name: string; readonly rule: FileRule; readonly label: string };

const PaperFileBody = lazy(() =>
  withFileWords(import("#features/retail/retailers/web/PaperFileBody.tsx").then((module) => module.PaperFileBody)),
);

/** One document, as a field whose value is the id of the file, or null. */
export const PaperFileField = (props: PaperFileFieldProps) => (
  <Suspense fallback={<SkeletonRows rows={1} rowPx={72} />}>
    <PaperFileBody {...props} />
  </Suspense>
);
