import { Alert } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { type Product, products } from "#features/catalogue/products/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { BesideDocument } from "#features/halal/certificates/record/web/BesideDocument.tsx";
import { CertificateForm } from "#features/halal/certificates/record/web/CertificateForm.tsx";
import { DocumentsField, type DocumentValues } from "#features/halal/certificates/record/web/DocumentsField.tsx";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { useCertificateRequirements } from "#features/halal/certificates/record/web/useCertificateRequirements.ts";
import { useCertificateMutations } from "#features/halal/certificates/record/web/useCertificateMutations.ts";
import { useCertificateFormatters } from "#features/halal/certificates/record/web/useCertificateFormatters.ts";
import { type ListedProduct, useProductLines } from "#features/halal/certificates/scope/web/useProductLines.ts";
import { newId } from "#web/newId.ts";
import { useRead } from "#web/operations.ts";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { RequirementList } from "#web/records/RequirementList.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import { certificateFields, type CertificateInput } from "#features/halal/certificates/record/fields.ts";

const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/**
 * The form of a certificate that is not there yet. Its document may be sent first, and is read beside the fields; it is
 * attached as soon as there is a record. Products follow then.
 */
export function CertificateCreatePage() {
  const [productId] = useSearchParam("product");
  const [brandId] = useSearchParam("brand");
  const product = useRead(products.get, { id: productId }, { isEnabled: productId !== "" });
  const holders = useRead(certificates.findHolders, { type: "brand", id: brandId }, { isEnabled: brandId !== "" });
  if ((productId !== "" && product.isLoading) || (brandId !== "" && holders.isLoading))
    return <SkeletonRows rows={9} rowPx={56} />;
  return <NewCertificate product={product.data ?? null} holder={holders.data?.rows[0] ?? null} />;
}

type NewCertificateProps = {
  /** The product to list, where the user came from one. */
  readonly product: Product | null;
  readonly holder: { readonly id: string; readonly name: string } | null;
};

function NewCertificate({ product, holder }: NewCertificateProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const texts = useCertificateFormatters();
  const [id] = useState(newId);
  const [prefill] = useState<CertificateInput>(() => ({
    ...certificateFields.empty,
    timezone: zoneOfBrowser(),
    ...(holder ? { holderBrandId: holder.id, holderName: holder.name } : {}),
  }));
  const documentsForm = useForm<DocumentValues>({ defaultValues: { documents: [] } });
  const documents = documentsForm.watch("documents");
  const requirements = useCertificateRequirements({ documents, listedCount: product === null ? 0 : 1 });
  const { send } = useCertificateChange();
  const form = useRecordForm<CertificateInput, Certificate>(useCertificateMutations(id), {
    record: null,
    initial: certificateFields.empty,
    prefill,
    onSaved: (certificate) => void attach(certificate),
  });
  const lines = useProductLines();
  const attach = async (created: Certificate) => {
    const { id: madeId, code } = created;
    const listed = product === null ? null : await lines.list(created, [listedOf(product)]);
    const { version } = listed ?? created;
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
      {product && (
        <Alert color="blue" mt="md">
          {t("products.willList", { product: product.nameI18n[language] ?? product.name })}
        </Alert>
      )}
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

const listedOf = ({ id, name, gtin, brand }: Product): ListedProduct => ({
  id,
  name,
  gtin,
  brandId: brand.id,
  brandName: brand.name,
});
