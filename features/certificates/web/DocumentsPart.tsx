import { Select } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { certificates } from "#features/certificates/contract.ts";
import type { Certificate } from "#features/certificates/contract/records.ts";
import { certificateDocument } from "#features/certificates/contract/writing.ts";
import { certificateLimits, type DocumentKind, documentKinds } from "#features/certificates/contract/vocabulary.ts";
import { isOpen } from "#features/certificates/rules.ts";
import classes from "#features/certificates/web/DocumentsPart.module.css";
import { useCertificateChange } from "#features/certificates/web/useCertificateChange.ts";
import { DocumentField } from "#web/files/DocumentField.tsx";
import { DocumentViewer } from "#web/files/DocumentViewer.tsx";
import { useCan } from "#web/session.tsx";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

type Entry = { readonly fileId: string; readonly kind: DocumentKind; readonly language: string | null };
type Values = { documents: Entry[] };

const entriesOf = ({ documents }: Certificate): Entry[] =>
  documents.map(({ file, kind, language }) => ({ fileId: file.id, kind, language }));

/** The files of a certificate, each shown beside the list; what is sent or taken away is kept at once. */
export function DocumentsPart({ certificate }: { readonly certificate: Certificate }) {
  const t = useWords("certificates");
  const can = useCan();
  const form = useForm<Values>({ values: { documents: entriesOf(certificate) } });
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
            <DocumentField<Entry>
              name="documents"
              rule={certificateDocument}
              max={certificateLimits.documentsMax}
              label={t("documents.label")}
              hint={t("documents.hint")}
              entryOf={({ id }) => ({ fileId: id, kind: "certificate", language: null })}
              renderEntry={(entry, onChange) => (
                <Select
                  size="xs"
                  aria-label={t("documents.kind")}
                  data={documentKinds.map((value) => ({ value, label: t(`documentKind.${value}`) }))}
                  value={entry.kind}
                  allowDeselect={false}
                  comboboxProps={{ withinPortal: true }}
                  onChange={(kind) => kind && onChange({ ...entry, kind: kind })}
                />
              )}
              onOpen={setShown}
            />
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
  const documents = useWatch<Values, "documents">({ name: "documents" });
  const sent = useRef("");
  const wanted = JSON.stringify(documents);
  const { id, version } = certificate;
  const kept = JSON.stringify(entriesOf(certificate));
  useEffect(() => {
    // Once for each list and version, so that a refusal is not asked for again and again.
    const attempt = `${version} ${wanted}`;
    if (isPending || wanted === kept || sent.current === attempt) return;
    sent.current = attempt;
    void send(certificates.setDocuments, { id, version, documents: JSON.parse(wanted) as Entry[] });
  });
  return null;
}
