import { useEffect } from "react";
import { type Brand, type BrandInput, brands } from "#features/brands/contract.ts";
import { emptyBrand } from "#features/brands/rules.ts";
import { BrandForm } from "#features/brands/web/BrandForm.tsx";
import { BrandMark } from "#features/brands/web/BrandMark.tsx";
import { BrandStatusBadge } from "#features/brands/web/BrandStatusBadge.tsx";
import { BrandStatusNote } from "#features/brands/web/BrandStatusNote.tsx";
import { BrandSteps } from "#features/brands/web/BrandSteps.tsx";
import { useBrandSource } from "#features/brands/web/useBrandSource.ts";
import { useBrandTexts } from "#features/brands/web/useBrandTexts.ts";
import { countryName, formatDate } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** A brand that is there: what it is, what may happen to it, its fields and its history. */
export function BrandRecord({ brand }: { readonly brand: Brand }) {
  const t = useWords("brands");
  const language = useLanguage();
  const can = useCan();
  const texts = useBrandTexts(brand.defaultCurrency);
  const form = useBrandForm(brand);
  const [tab, setTab] = useSearchParam("tab");
  const arabicName = brand.nameI18n.ar;
  const isArabicFirst = language === "ar" && arabicName !== undefined;
  const showHistory = () => setTab("history");
  const focusField = (name: keyof BrandInput) => {
    setTab("");
    // The field is there after the tab is.
    requestAnimationFrame(() => form.form.setFocus(name));
  };
  return (
    <RecordPage
      list={{ name: "brands", title: t("title"), path: "/apps/brand/brands" }}
      id={brand.id}
      title={isArabicFirst ? arabicName : brand.name}
      crumb={brand.code}
      picture={<BrandMark id={brand.id} name={brand.name} sizePx={48} />}
      badge={<BrandStatusBadge status={brand.status}>{t(`status.${brand.status}`)}</BrandStatusBadge>}
      facts={
        <>
          <bdi>{brand.code}</bdi>
          {(isArabicFirst || arabicName) && <bdi>{isArabicFirst ? brand.name : arabicName}</bdi>}
          {brand.country && <span>{countryName(language, brand.country)}</span>}
          <span>{t("since", { day: formatDate(language, brand.createdAt) })}</span>
        </>
      }
      actions={<BrandSteps brand={brand} />}
      note={<BrandStatusNote brand={brand} onFix={focusField} />}
      tabs={{
        all: [
          { name: "details", title: t("tabs.details") },
          { name: "history", title: t("tabs.history") },
        ],
        current: tab === "history" ? "history" : "details",
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        tab !== "history" && (
          <ActivityPanel operation={brands.activity} id={brand.id} texts={texts} t={t} onAll={showHistory} />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks at the history. */}
      <div hidden={tab === "history"} style={{ display: tab === "history" ? "none" : "contents" }}>
        <RecordFormView form={form} texts={texts} isReadOnly={brand.status === "archived" || !can(brands.update)}>
          <BrandForm exceptId={brand.id} />
        </RecordFormView>
      </div>
      {tab === "history" && <ActivityPanel operation={brands.activity} id={brand.id} texts={texts} t={t} />}
    </RecordPage>
  );
}

function useBrandForm(brand: Brand) {
  const recordWords = useWords("record");
  const toast = useToast();
  const texts = useBrandTexts(brand.defaultCurrency);
  const form = useRecordForm<BrandInput, Brand>(useBrandSource(brand.id), {
    record: brand,
    initial: emptyBrand,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? recordWords("saved")
            : recordWords("savedMerged", { fields: merged.map(texts.labelOf).join(recordWords("comma")) }),
      }),
  });
  const { setFocus } = form.form;
  const [edit, setEdit] = useSearchParam("edit");
  useEffect(() => {
    if (edit === "") return;
    setFocus("name", { shouldSelect: true });
    setEdit("");
  }, [edit, setEdit, setFocus]);
  return form;
}
