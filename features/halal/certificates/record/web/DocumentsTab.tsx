import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import classes from "#features/halal/certificates/record/web/DocumentsTab.module.css";
import {
  type DocumentEntry,
  DocumentsField,
  type DocumentValues,
} from "#features/halal/certificates/record/web/DocumentsField.tsx";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { DocumentViewer } from "#web/files/DocumentViewer.tsx";
import { useCan } from "#web/session.tsx";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";
import { isOpen } from "#features/halal/certificates/record/fields.ts";

const entriesOf = ({ documents }: Certificate): DocumentEntry[] =>
  documents.map(({ file, kind, language }) => ({ fileId: file.id, kind, language }));

/** The files of a certificate, each shown beside the list; additions and removals are saved at once. */
export function DocumentsTab({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const can = useCan();
  const form = useForm<DocumentValues>({ defaultValues: { documents: entriesOf(certificate) } });
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

/** Saves the list whenever it differs from the server's: an uploaded file is not a draft. */
function Keeping({ certificate }: { readonly certificate: Certificate }) {
  const { send, isPending } = useCertificateChange();
  const { reset } = useFormContext<DocumentValues>();
  const documents = useWatch<DocumentValues, "documents">({ name: "documents" });
  const attempted = useRef("");
  const going = useRef<Promise<Certificate | null>>(Promise.resolve(null));
  const wanted = JSON.stringify(documents);
  const { id, version } = certificate;
  const kept = JSON.stringify(entriesOf(certificate));
  const latest = useRef({ wanted, kept, sent: kept, send });
  useEffect(() => {
    const before = latest.current;
    latest.current = { ...before, wanted, kept, send };
    // Changes made during a request are kept and sent next; otherwise the form shows the response.
    if (kept !== before.kept && [before.kept, before.sent].includes(wanted)) {
      if (wanted !== kept) reset({ documents: entriesOf(certificate) });
      return;
    }
    // Once per list and version, so that a refused request isn't repeated.
    const attempt = `${version} ${wanted}`;
    if (isPending || wanted === kept || attempted.current === attempt) return;
    attempted.current = attempt;
    latest.current.sent = wanted;
    going.current = send(certificates.setDocuments, { id, version, documents: entriesIn(wanted) });
  });
  useEffect(() => () => void going.current.then((answer) => sendRest(answer, latest.current)), []);
  return null;
}

const entriesIn = (text: string) => JSON.parse(text) as DocumentEntry[];

type Rest = { readonly wanted: string; readonly send: ReturnType<typeof useCertificateChange>["send"] };

/** If the user left during a request, sends the changes made since. */
function sendRest(answer: Certificate | null, { wanted, send }: Rest): void {
  if (answer === null || wanted === JSON.stringify(entriesOf(answer))) return;
  void send(certificates.setDocuments, { id: answer.id, version: answer.version, documents: entriesIn(wanted) });
}
