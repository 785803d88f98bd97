import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { BesideDocument } from "#features/halal/certificates/record/web/BesideDocument.tsx";
import { CertificateForm } from "#features/halal/certificates/record/web/CertificateForm.tsx";
import { useCertificateRequirements } from "#features/halal/certificates/record/web/useCertificateRequirements.ts";
import { useCertificateMutations } from "#features/halal/certificates/record/web/useCertificateMutations.ts";
import { useCertificateFormatters } from "#features/halal/certificates/record/web/useCertificateFormatters.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { RequirementList } from "#web/records/RequirementList.tsx";
import { useCan } from "#web/session.tsx";
import { certificateFields, isOpen, type CertificateInput } from "#features/halal/certificates/record/fields.ts";

/** The fields of a certificate beside its document, to read, and as long as it is open to change. */
export function CertificateEditForm({ certificate }: { readonly certificate: Certificate }) {
  const can = useCan();
  const texts = useCertificateFormatters();
  const form = useRecordForm<CertificateInput, Certificate>(useCertificateMutations(certificate.id), {
    record: certificate,
    initial: certificateFields.empty,
    onSaved: useSavedToast(texts),
  });
  const requirements = useCertificateRequirements();
  const isReadOnly = !isOpen(certificate.state) || !can(certificates.update);
  return (
    <BesideDocument documents={certificate.documents.map(({ file, kind }) => ({ fileId: file.id, kind }))}>
      <RecordFormView form={form} texts={texts} isReadOnly={isReadOnly}>
        {isReadOnly ? (
          <CertificateForm />
        ) : (
          <RequirementList requirements={requirements} record={certificate} name="certificates">
            <CertificateForm />
          </RequirementList>
        )}
      </RecordFormView>
    </BesideDocument>
  );
}
