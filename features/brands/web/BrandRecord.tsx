import { lazy, Suspense, useCallback, useState } from "react";
import { type Brand, type BrandInput, brands } from "#features/brands/contract.ts";
import { BrandMark } from "#features/brands/web/BrandMark.tsx";
import { BrandStatusBadge } from "#features/brands/web/BrandStatusBadge.tsx";
import { BrandStatusNote } from "#features/brands/web/BrandStatusNote.tsx";
import { BrandSteps } from "#features/brands/web/BrandSteps.tsx";
import { useBrandTexts } from "#features/brands/web/useBrandTexts.ts";
import { products } from "#features/products/contract.ts";
import { countryName, formatDate } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useCan } from "#web/session.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

// On its way since the route was entered (routes.tsx).
const BrandDetails = lazy(() =>
  import("#features/brands/web/BrandDetails.tsx").then((module) => ({ default: module.BrandDetails })),
);

const BrandProducts = lazy(() =>
  import("#features/brands/web/BrandProducts.tsx").then((module) => ({ default: module.BrandProducts })),
);

/** A brand that is there: what it is, what may happen to it, its fields and its history. */
export function BrandRecord({ brand }: { readonly brand: Brand }) {
  const t = useWords("brands");
  const language = useLanguage();
  const texts = useBrandTexts(brand.defaultCurrency);
  const [tab, setTab] = useSearchParam("tab");
  const can = useCan();
  const parts = ["details", ...(can(products.list) ? ["products"] : []), "history"];
  const part = parts.find((name) => name === tab) ?? "details";
  const [edit, setEdit] = useSearchParam("edit");
  const [missing, setMissing] = useState<keyof BrandInput | null>(null);
  const arabicName = brand.nameI18n.ar;
  const isArabicFirst = language === "ar" && arabicName !== undefined;
  const showHistory = () => setTab("history");
  const wanted = missing ?? (edit === "" ? null : "name");
  const handleFix = (name: keyof BrandInput) => {
    setTab("");
    setMissing(name);
  };
  const handleReached = useCallback(() => {
    setMissing(null);
    if (edit !== "") setEdit("");
  }, [edit, setEdit]);
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
          <span>{brand.code}</span>
          {(isArabicFirst || arabicName) && (
            <span>
              <bdi>{isArabicFirst ? brand.name : arabicName}</bdi>
            </span>
          )}
          {brand.country && <span>{countryName(language, brand.country)}</span>}
          <span>{t("since", { day: formatDate(language, brand.createdAt) })}</span>
        </>
      }
      actions={<BrandSteps brand={brand} />}
      note={<BrandStatusNote brand={brand} onFix={handleFix} />}
      tabs={{
        all: parts.map((name) => ({ name, title: t(`tabs.${name}`) })),
        current: part,
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        part === "details" && (
          <ActivityPanel operation={brands.activity} id={brand.id} texts={texts} t={t} onAll={showHistory} />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks at the history. */}
      <div hidden={part !== "details"} style={{ display: part === "details" ? "contents" : "none" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <BrandDetails brand={brand} wanted={part === "details" ? wanted : null} onReached={handleReached} />
        </Suspense>
      </div>
      {part === "products" && (
        <Suspense fallback={<SkeletonRows rows={6} rowPx={48} />}>
          <BrandProducts brand={brand} />
        </Suspense>
      )}
      {part === "history" && <ActivityPanel operation={brands.activity} id={brand.id} texts={texts} t={t} />}
    </RecordPage>
  );
}
