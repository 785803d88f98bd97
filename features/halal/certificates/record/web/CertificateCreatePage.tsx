import { useRouter } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { BesideDocument } from "#features/halal/certificates/record/web/BesideDocument.tsx";
import { certificateRequirements } from "#features/halal/certificates/record/web/certificateRequirements.ts";
import { CertificateForm } from "#features/halal/certificates/record/web/CertificateForm.tsx";
import { DocumentsField, type DocumentValues } from "#features/halal/certificates/record/web/DocumentsField.tsx";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { useCertificateMutations } from "#features/halal/certificates/record/web/useCertificateMutations.ts";
import { useCertificateFormatters } from "#features/halal/certificates/record/web/useCertificateFormatters.ts";
import { newId } from "#web/newId.ts";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { RequirementList } from "#web/records/RequirementList.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";
import { certificateFields, type CertificateInput } from "#features/halal/certificates/record/fields.ts";

const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/**
 * The form of a certificate that is not there yet. Its document may be sent first, and is read beside the fields; it is
 * attached as soon as there is a record. Products follow then.
 */
export function CertificateCreatePage() {
  const t = useMessages("certificates");
  const router = useRouter();
  const toast = useToast();
  const texts = useCertificateFormatters();
  const [id] = useState(newId);
  const [prefill] = useState<CertificateInput>(() => ({ ...certificateFields.empty, timezone: zoneOfBrowser() }));
  const documentsForm = useForm<DocumentValues>({ defaultValues: { documents: [] } });
  const documents = documentsForm.watch("documents");
  const requirements = useMemo(() => certificateRequirements(documents), [documents]);
  const { send } = useCertificateChange();
  const form = useRecordForm<CertificateInput, Certificate>(useCertificateMutations(id), {
    record: null,
    initial: certificateFields.empty,
    prefill,
    onSaved: (certificate) => void attach(certificate),
  });
  const attach = async ({ id: madeId, version, code }: Certificate) => {
    const shown = documentsForm.getValues("documents");
    const isAttached =
      shown.length > 0 && (await send(certificates.setDocuments, { id: madeId, version, documents: shown })) !== null;
    toast({ text: t(isAttached ? "createdWithDocument" : "created", { code }) });
    // On to what is missing next. The way back leads to the list, and not to an empty form.
    void router.navigate({
      to: `/apps/cert/certs/${madeId}`,
      search: { tab: isAttached ? "scope" : "documents" },
      replace: true,
      ignoreBlocker: true,
    });
  };
  return (
    <RecordPage
      list={{ name: "certificates", title: t("title"), path: "/apps/cert/certs" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <BesideDocument documents={documents}>
        <RecordFormView form={form} texts={texts}>
          <FormSection title={t("sections.document")} text={t("sections.documentText")}>
            <Wide>
              <FormProvider {...documentsForm}>
                <DocumentsField />
              </FormProvider>
            </Wide>
          </FormSection>
          <RequirementList requirements={requirements} record={null} name="certificates">
            <CertificateForm />
          </RequirementList>
        </RecordFormView>
      </BesideDocument>
    </RecordPage>
  );
}
