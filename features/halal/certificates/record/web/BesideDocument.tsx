import { Button } from "@mantine/core";
import { type FocusEvent, lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import classes from "#features/halal/certificates/record/web/BesideDocument.module.css";
import { dayTexts } from "#web/files/dayTexts.ts";
import type { PaneDocument } from "#features/halal/certificates/record/web/DocumentPane.tsx";
import { parseDay } from "#web/dates/parseDay.ts";
import { localDay } from "#web/localDay.ts";
import { IconEyeOff, IconFileText } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMediaQuery } from "#web/ui/useMediaQuery.ts";
import { useStored } from "#web/ui/useStored.ts";
import { useMessages } from "#web/useMessages.ts";

const DocumentPane = lazy(() =>
  import("#features/halal/certificates/record/web/DocumentPane.tsx").then((module) => ({
    default: module.DocumentPane,
  })),
);

/** Room for a page that can be read beside two columns of fields. Below it the document has a tab of its own. */
const wideQuery = "(min-width: 75em)";

type BesideDocumentProps = { readonly documents: readonly PaneDocument[]; readonly children: ReactNode };

/** How a document may write what the focused field shows: as it is, its parts, or the same day in other words. */
function textsIn({ target }: FocusEvent): readonly string[] {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return [];
  const { value } = target;
  const day = parseDay(value, localDay(new Date()));
  return [value, ...(day === null ? [] : dayTexts(day)), ...value.split(" · ")];
}

/** A form beside the documents that it is filled in from. They can be hidden, which the browser remembers. */
export function BesideDocument({ documents, children }: BesideDocumentProps) {
  const t = useMessages("certificates");
  const isWide = useMediaQuery(wideQuery);
  const [isOpen, setOpen] = useStored("mizan.certificates.document", true);
  const [texts, setTexts] = useState<readonly string[]>([]);
  // Most fields are not in the document word for word, so nothing is said of those that are not found.
  const find = useMemo(() => ({ texts, tellsMissing: false }), [texts]);
  const mayShow = isWide && documents.length > 0;
  const isShown = mayShow && isOpen;
  // The form keeps its place in the tree, so that nothing typed is lost when the document comes or goes.
  return (
    <div className={classes.beside} data-split={isShown || undefined}>
      <div className={classes.form} onFocus={(event) => setTexts(textsIn(event))}>
        {children}
      </div>
      {mayShow && (
        <div className={classes.document}>
          <Button
            size="xs"
            variant="subtle"
            aria-expanded={isOpen}
            leftSection={isOpen ? <IconEyeOff size={16} aria-hidden /> : <IconFileText size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? "documents.fold" : "documents.unfold")}
          </Button>
          {isShown && (
            <Suspense fallback={<SkeletonRows rows={8} rowPx={64} />}>
              <DocumentPane documents={documents} find={find} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
