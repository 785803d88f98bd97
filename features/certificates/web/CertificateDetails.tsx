import type { Certificate, CertificateInput } from "#features/certificates/contract/records.ts";
import { certificates } from "#features/certificates/contract.ts";
import { emptyCertificate, isOpen } from "#features/certificates/rules.ts";
import { CertificateForm } from "#features/certificates/web/CertificateForm.tsx";
import { useCertificateSource } from "#features/certificates/web/useCertificateSource.ts";
import { useCertificateTexts } from "#features/certificates/web/useCertificateTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** The fields of a certificate, to read, and as long as it is open to change. */
export function CertificateDetails({ certificate }: { readonly certificate: Certificate }) {
  const can = useCan();
  const toast = useToast();
  const recordWords = useWords("record");
  const texts = useCertificateTexts();
  const form = useRecordForm<CertificateInput, Certificate>(useCertificateSource(certificate.id), {
    record: certificate,
    initial: emptyCertificate,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? recordWords("saved")
            : recordWords("savedMerged", { fields: merged.map(texts.labelOf).join(recordWords("comma")) }),
      }),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={!isOpen(certificate.state) || !can(certificates.update)}>
      <CertificateForm />
    </RecordFormView>
  );
}
