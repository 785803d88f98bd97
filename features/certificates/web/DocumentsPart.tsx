import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { certificates } from "#features/certificates/contract.ts";
import type { Certificate } from "#features/certificates/contract/records.ts";
import { isOpen } from "#features/certificates/rules.ts";
import classes from "#features/certificates/web/DocumentsPart.module.css";
import { type DocumentEntry, DocumentsField, type DocumentValues } from "#features/certificates/web/DocumentsField.tsx";
import { useCertificateChange } from "#features/certificates/web/useCertificateChange.ts";
import { DocumentViewer } from "#web/files/DocumentViewer.tsx";
import { useCan } from "#web/session.tsx";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const entriesOf = ({ documents }: Certificate): DocumentEntry[] =>
  documents.map(({ file, kind, language }) => ({ fileId: file.id, kind, language }));

/** The files of a certificate, each shown beside the list; what is sent or taken away is kept at once. */
export function DocumentsPart({ certificate }: { readonly certificate: Certificate }) {
  const t = useWords("certificates");
  const can = useCan();
  const form = useForm<DocumentValues>({ values: { documents: entriesOf(certificate) } });
  const [shown, setShown] = useState<string | null>(null);
  const isReadOnly = !isOpen(certificate.state) || !can(certificates.setDocuments);
  const current = shown ?? certificate.documents[0]?.file.id ?? null;
  const twice = certificate.documents.filter(({ alsoOn }) => alsoOn.length > 0);
  return (
    <div className={classes.part}>
      <div>
        <FormProvider {...form}>
          <Keeping certificate={certificate} />
          <fieldset disabled={isReadOnly} className={classes.fields}>
            <DocumentsField onOpen={setShown} />
          </fieldset>
        </FormProvider>
        {twice.map(({ file, alsoOn }) => (
          <p key={file.id} className={classes.twice}>
            <IconAlertTriangle size={16} aria-hidden />
            <span>
              <bdi>{file.name}</bdi> – {t("documents.alsoOn", { code: certificate.code })}{" "}
              {alsoOn.map(({ id, code }) => (
                <Link key={id} to={`/apps/cert/certs/${id}`}>
                  <bdi>{code}</bdi>{" "}
                </Link>
              ))}
            </span>
          </p>
        ))}
      </div>
      {current && (
        <div className={classes.viewer}>
          <DocumentViewer key={current} fileId={current} />
        </div>
      )}
    </div>
  );
}

/** Sends the list whenever it differs from what the server has: a file that was uploaded is no draft of a form. */
function Keeping({ certificate }: { readonly certificate: Certificate }) {
  const { send, isPending } = useCertificateChange();
  const documents = useWatch<DocumentValues, "documents">({ name: "documents" });
  const sent = useRef("");
  const wanted = JSON.stringify(documents);
  const { id, version } = certificate;
  const kept = JSON.stringify(entriesOf(certificate));
  useEffect(() => {
    // Once for each list and version, so that a refusal is not asked for again and again.
    const attempt = `${version} ${wanted}`;
    if (isPending || wanted === kept || sent.current === attempt) return;
    sent.current = attempt;
    void send(certificates.setDocuments, { id, version, documents: JSON.parse(wanted) as DocumentEntry[] });
  });
  return null;
}
