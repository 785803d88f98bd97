import { useMemo, useState } from "react";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { CertificateFacts, type FoundFact } from "#features/halal/certificates/record/web/CertificateFacts.tsx";
import classes from "#features/halal/certificates/record/web/CertificateOverview.module.css";
import { DocumentPane } from "#features/halal/certificates/record/web/DocumentPane.tsx";
import { RenewalWindow } from "#features/halal/certificates/validity/web/RenewalWindow.tsx";
import { ScopeLines } from "#features/halal/certificates/scope/web/ScopeLines.tsx";
import { IconFileText } from "#web/ui/icons.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { useMediaQuery } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

/** Narrower, the document is below the facts, where a mark would not be seen. As in the style sheet. */
const besideQuery = "(min-width: 62em)";

/** A review: the document beside what was written down of it, how long it holds, and its scope. */
export function CertificateOverview({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const [fact, setFact] = useState<FoundFact | null>(null);
  const isBeside = useMediaQuery(besideQuery);
  const { documents } = certificate;
  const find = useMemo(() => fact && { texts: fact.texts, tellsMissing: true }, [fact]);
  return (
    <div className={classes.review}>
      <DocumentPane
        documents={documents.map(({ file, kind }) => ({ fileId: file.id, kind }))}
        find={find}
        empty={
          <EmptyState
            icon={<IconFileText size={28} aria-hidden />}
            title={t("documents.none")}
            text={t("documents.noneText")}
          />
        }
      />
      <div className={classes.beside}>
        <RenewalWindow certificate={certificate} />
        <CertificateFacts
          certificate={certificate}
          found={fact}
          onFind={isBeside && documents.length > 0 ? setFact : null}
        />
        <ScopeLines certificate={certificate} isBrief />
      </div>
    </div>
  );
}
