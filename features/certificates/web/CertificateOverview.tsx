import { useState } from "react";
import type { Certificate } from "#features/certificates/contract/records.ts";
import { CertificateFacts } from "#features/certificates/web/CertificateFacts.tsx";
import classes from "#features/certificates/web/CertificateOverview.module.css";
import { RenewalWindow } from "#features/certificates/web/RenewalWindow.tsx";
import { ScopeLines } from "#features/certificates/web/ScopeLines.tsx";
import { DocumentViewer } from "#web/files/DocumentViewer.tsx";
import { IconFileText } from "#web/ui/icons.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { useWords } from "#web/useWords.ts";

/** A review: the document beside what was written down of it, how long it holds, and its scope. */
export function CertificateOverview({ certificate }: { readonly certificate: Certificate }) {
  const t = useWords("certificates");
  const { documents } = certificate;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = documents.find(({ file }) => file.id === chosen) ?? documents[0];
  return (
    <div className={classes.review}>
      <section className={classes.document} aria-label={t("tabs.documents")}>
        {shown ? (
          <DocumentViewer key={shown.file.id} fileId={shown.file.id} />
        ) : (
          <EmptyState
            icon={<IconFileText size={28} aria-hidden />}
            title={t("documents.none")}
            text={t("documents.noneText")}
          />
        )}
        {documents.length > 1 && (
          <div className={classes.choices} role="group" aria-label={t("tabs.documents")}>
            {documents.map(({ file, kind }) => (
              <button
                key={file.id}
                type="button"
                aria-pressed={file.id === shown?.file.id}
                title={file.name}
                onClick={() => setChosen(file.id)}
              >
                {t(`documentKind.${kind}`)}
              </button>
            ))}
          </div>
        )}
      </section>
      <div className={classes.beside}>
        <RenewalWindow certificate={certificate} />
        <CertificateFacts certificate={certificate} />
        <ScopeLines certificate={certificate} isBrief />
      </div>
    </div>
  );
}
