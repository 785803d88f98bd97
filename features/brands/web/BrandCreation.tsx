import { useRouter } from "@tanstack/react-router";
import type { Brand, BrandInput } from "#features/brands/contract.ts";
import { brandDecisions } from "#features/brands/contract/statuses.ts";
import { emptyBrand } from "#features/brands/rules.ts";
import { BrandForm } from "#features/brands/web/BrandForm.tsx";
import { useBrandSource } from "#features/brands/web/useBrandSource.ts";
import { useBrandTexts } from "#features/brands/web/useBrandTexts.ts";
import { useDecidable } from "#web/record/FieldDecisions.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type BrandCreationProps = { readonly id: string; readonly prefill?: BrandInput };

/** The form of a brand that is not there yet. */
export function BrandCreation({ id, prefill }: BrandCreationProps) {
  const t = useWords("brands");
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const source = useBrandSource(id);
  const decidable = useDecidable(brandDecisions);
  const form = useRecordForm<BrandInput, Brand>(source, {
    record: null,
    initial: emptyBrand,
    ...(prefill ? { prefill: decidable(prefill, emptyBrand) } : {}),
    onSaved: (brand) => {
      toast({ text: t("created", { name: brand.nameI18n[language] ?? brand.name }) });
      // The way back leads to the list, and not to an empty form.
      void router.navigate({ to: `/apps/brand/brands/${brand.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "brands", title: t("title"), path: "/apps/brand/brands" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useBrandTexts(null)} decisions={{ of: brandDecisions, status: null }}>
        <BrandForm exceptId={null} />
      </RecordFormView>
    </RecordPage>
  );
}
