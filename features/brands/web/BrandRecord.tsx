import { lazy, Suspense, useCallback, useState } from "react";
import { type Brand, type BrandInput, brands } from "#features/brands/contract.ts";
import { BrandStatusBadge } from "#features/brands/web/BrandStatusBadge.tsx";
import { BrandStatusNote } from "#features/brands/web/BrandStatusNote.tsx";
import type { BrandRelation } from "#features/brands/web/useBrandRelations.ts";
import { BrandSteps } from "#features/brands/web/BrandSteps.tsx";
import { useBrandTexts } from "#features/brands/web/useBrandTexts.ts";
import { countryName, formatDate } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

// On its way since the route was entered (routes.tsx).
const BrandDetails = lazy(() =>
  import("#features/brands/web/BrandDetails.tsx").then((module) => ({ default: module.BrandDetails })),
);

const BrandRelations = lazy(() =>
  import("#features/brands/web/BrandRelations.tsx").then((module) => ({ default: module.BrandRelations })),
);

type BrandRecordProps = {
  readonly brand: Brand;
  /** What else the person may see of it. */
  readonly relations: readonly BrandRelation[];
};

/** A brand that is there: what it is, what may happen to it, its fields and its history. */
export function BrandRecord({ brand, relations }: BrandRecordProps) {
  const t = useWords("brands");
  const language = useLanguage();
  const texts = useBrandTexts(brand.defaultCurrency);
  const [tab, setTab] = useSearchParam("tab");
  const parts = ["details", ...relations, "history"] as const;
  const part = parts.find((name) => name === tab) ?? "details";
  const [edit, setEdit] = useSearchParam("edit");
  const [missing, setMissing] = useState<keyof BrandInput | null>(null);
  const relation = relations.find((name) => name === part);
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
      title={brand.nameI18n[language] ?? brand.name}
      crumb={brand.code}
      picture={<Picture brand={brand} />}
      badge={<BrandStatusBadge status={brand.status}>{t(`status.${brand.status}`)}</BrandStatusBadge>}
      facts={<Facts brand={brand} />}
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
      {relation && (
        <Suspense fallback={<SkeletonRows rows={6} rowPx={48} />}>
          <BrandRelations name={relation} brand={brand} />
        </Suspense>
      )}
      {part === "history" && <ActivityPanel operation={brands.activity} id={brand.id} texts={texts} t={t} />}
    </RecordPage>
  );
}

function Picture({ brand: { id, name, logoFileId, logoAlt, logoAltI18n } }: { readonly brand: Brand }) {
  const language = useLanguage();
  const alt = logoAltI18n[language] ?? logoAlt ?? "";
  return <LogoMark id={id} name={name} logoFileId={logoFileId} alt={alt} sizePx={48} />;
}

function Facts({ brand: { code, name, nameI18n, country, createdAt } }: { readonly brand: Brand }) {
  const t = useWords("brands");
  const language = useLanguage();
  const otherName = nameI18n[language] ? name : nameI18n.ar;
  return (
    <>
      <span>{code}</span>
      {otherName && (
        <span>
          <bdi>{otherName}</bdi>
        </span>
      )}
      {country && <span>{countryName(language, country)}</span>}
      <span>{t("since", { day: formatDate(language, createdAt) })}</span>
    </>
  );
}
