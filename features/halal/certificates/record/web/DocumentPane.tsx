import { type ReactNode, useState } from "react";
import type { DocumentKind } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/record/web/DocumentPane.module.css";
import type { DocumentViewerProps } from "#web/files/DocumentViewerBody.tsx";
import { DocumentViewer } from "#web/files/DocumentViewer.tsx";
import { useMessages } from "#web/useMessages.ts";

export type PaneDocument = { readonly fileId: string; readonly kind: DocumentKind };

type DocumentPaneProps = {
  readonly documents: readonly PaneDocument[];
  /** Shown if there is no document. */
  readonly empty?: ReactNode;
  /** What is marked in the document that is shown. */
  readonly find?: DocumentViewerProps["find"];
};

/** A certificate's documents, to be compared with the recorded data: one at a time, starting with the first. */
export function DocumentPane({ documents, empty, find = null }: DocumentPaneProps) {
  const t = useMessages("certificates");
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = documents.find(({ fileId }) => fileId === chosen) ?? documents[0];
  return (
    <section className={classes.pane} aria-label={t("tabs.documents")}>
      {shown ? <DocumentViewer key={shown.fileId} fileId={shown.fileId} find={find} /> : empty}
      {documents.length > 1 && (
        <div className={classes.choices} role="group" aria-label={t("tabs.documents")}>
          {documents.map(({ fileId, kind }) => (
            <button
              key={fileId}
              type="button"
              aria-pressed={fileId === shown?.fileId}
              onClick={() => setChosen(fileId)}
            >
              {t(`documentKind.${kind}`)}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
