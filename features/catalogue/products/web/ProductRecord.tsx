import { lazy, type ReactNode, Suspense } from "react";
import { printedGtin } from "#base/gtin.ts";
import type { Product, ProductInput } from "#features/catalogue/products/contract/product.ts";
import { HalalBadge } from "#features/catalogue/products/web/HalalBadge.tsx";
import { ProductPicture } from "#features/catalogue/products/web/ProductPicture.tsx";
import { ProductStatusBadge } from "#features/catalogue/products/web/ProductStatusBadge.tsx";
import { ProductStatusNote } from "#features/catalogue/products/web/ProductStatusNote.tsx";
import { ProductSteps } from "#features/catalogue/products/web/ProductSteps.tsx";
import { useContentText } from "#features/catalogue/products/web/useContentText.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useFieldToOpen } from "#web/record/useFieldToOpen.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// These two are on their way since the route was entered (routes.tsx).
const ProductDetails = lazy(() =>
  import("#features/catalogue/products/web/ProductDetails.tsx").then((module) => ({ default: module.ProductDetails })),
);
const ProductHistory = lazy(() =>
  import("#features/catalogue/products/web/ProductHistory.tsx").then((module) => ({ default: module.ProductHistory })),
);

const HalalPart = lazy(() =>
  import("#features/catalogue/products/web/HalalPart.tsx").then((module) => ({ default: module.HalalPart })),
);

const AvailabilityPart = lazy(() =>
  import("#features/catalogue/products/web/AvailabilityPart.tsx").then((module) => ({
    default: module.AvailabilityPart,
  })),
);

const tabNames = ["details", "images", "halal", "availability", "history"] as const;
type TabName = (typeof tabNames)[number];

/** A product that is there: what it is, what may happen to it, its fields and pictures, its proof and its history. */
export function ProductRecord({ product }: { readonly product: Product }) {
  const t = useMessages("products");
  const language = useLanguage();
  const [asked, setTab] = useSearchParam("tab");
  const { wanted, open, onReached } = useFieldToOpen<keyof ProductInput>("name");
  const tab: TabName = tabNames.find((name) => name === asked) ?? "details";
  const isForm = tab === "details" || tab === "images";
  const showTab = (name: string) => setTab(name === "details" ? "" : name);
  const handleFix = (name: keyof ProductInput) => {
    showTab(name === "images" ? "images" : "details");
    open(name === "images" ? null : name);
  };
  return (
    <RecordPage
      list={{ name: "products", title: t("title"), path: "/apps/brand-product/brand-products" }}
      id={product.id}
      title={product.nameI18n[language] ?? product.name}
      crumb={product.code}
      picture={<ProductPicture image={coverOf(product)} sizePx={48} />}
      badge={
        <>
          <ProductStatusBadge status={product.status}>{t(`status.${product.status}`)}</ProductStatusBadge>
          <HalalBadge state={product.halal.state}>{t(`halal.${product.halal.state}`)}</HalalBadge>
        </>
      }
      facts={<Facts product={product} />}
      actions={<ProductSteps product={product} />}
      note={<ProductStatusNote product={product} onFix={handleFix} />}
      tabs={{ all: tabNames.map((name) => ({ name, title: t(`tabs.${name}`) })), current: tab, onChange: showTab }}
      aside={
        isForm && (
          <Suspense fallback={<SkeletonRows rows={5} rowPx={48} />}>
            <ProductHistory product={product} onAll={() => showTab("history")} />
          </Suspense>
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks at the rest. */}
      <Part isShown={isForm}>
        <ProductDetails
          product={product}
          part={tab === "images" ? "images" : "details"}
          wanted={isForm ? wanted : null}
          onReached={onReached}
        />
      </Part>
      <Part isShown={!isForm}>
        {tab === "halal" && <HalalPart product={product} />}
        {tab === "availability" && <AvailabilityPart product={product} />}
        {tab === "history" && <ProductHistory product={product} />}
      </Part>
    </RecordPage>
  );
}

const Part = ({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) => (
  <div hidden={!isShown} style={{ display: isShown ? "contents" : "none" }}>
    <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>{children}</Suspense>
  </div>
);

function coverOf({ images, imageFiles }: Product) {
  const [first] = images;
  return first
    ? { fileId: first.fileId, placeholder: imageFiles.find(({ id }) => id === first.fileId)?.placeholder ?? null }
    : null;
}

function Facts({ product }: { readonly product: Product }) {
  const language = useLanguage();
  const { brand, gtin, name, nameI18n } = product;
  const content = useContentText(product);
  const otherName = nameI18n[language] ? name : nameI18n.ar;
  return (
    <>
      {otherName && (
        <span>
          <bdi>{otherName}</bdi>
        </span>
      )}
      <span>
        <bdi>{brand.nameI18n[language] ?? brand.name}</bdi>
      </span>
      {gtin && (
        <span>
          <bdi dir="ltr">{printedGtin(gtin)}</bdi>
        </span>
      )}
      {content && <span>{content}</span>}
    </>
  );
}
