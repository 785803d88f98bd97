import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import type { Certificate, CertificateInput } from "#features/certificates/contract/records.ts";
import { emptyCertificate } from "#features/certificates/rules.ts";
import { CertificateForm } from "#features/certificates/web/CertificateForm.tsx";
import { useCertificateSource } from "#features/certificates/web/useCertificateSource.ts";
import { useCertificateTexts } from "#features/certificates/web/useCertificateTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The form of a certificate that is not there yet. Documents and products follow once it is. */
export function CertificateCreation() {
  const t = useWords("certificates");
  const router = useRouter();
  const toast = useToast();
  const [id] = useState(newId);
  const [prefill] = useState<CertificateInput>(() => ({ ...emptyCertificate, timezone: zoneOfBrowser() }));
  const form = useRecordForm<CertificateInput, Certificate>(useCertificateSource(id), {
    record: null,
    initial: emptyCertificate,
    prefill,
    onSaved: (certificate) => {
      toast({ text: t("created", { code: certificate.code }) });
      // The way back leads to the list, and not to an empty form.
      void router.navigate({
        to: `/apps/cert/certs/${certificate.id}`,
        search: { tab: "documents" },
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  return (
    <RecordPage
      list={{ name: "certificates", title: t("title"), path: "/apps/cert/certs" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useCertificateTexts()}>
        <CertificateForm />
      </RecordFormView>
    </RecordPage>
  );
}
