import { lazy } from "react";
import {
  type ShopProduct,
  shopProductRecords,
  shopProducts,
  type ShopProductTypes,
} from "#demos/e-commerce/products/contract.ts";
import { shopCurrency, stockLevel } from "#demos/e-commerce/rules.ts";
import { Thumbnail } from "#web/files/FilePicture.tsx";
import { formatNumber } from "#web/formats.ts";
import type { Draw } from "#web/list/defineList.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { minorText } from "#web/record/minorText.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { IconArchive, IconEye, IconEyeOff } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

type Cell = Draw<ShopProductTypes["row"], MessageKey<"shopProducts">>;

const tones: Readonly<Record<ShopProduct["status"], Tone>> = { inactive: "warn", active: "ok", archived: "mute" };
const levelTones = { low: "error", medium: "warn", high: "ok" } as const;
const certificateTones = { not_needed: "mute", valid: "ok", missing: "error" } as const;
const sizesPx = { small: 24, large: 40, page: 48 } as const;

const statusBadge: Cell = ({ status }, { t }) => (
  <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
);
const certificateBadge: Cell = ({ certificate }, { t }) => (
  <StatusBadge tone={certificateTones[certificate]}>{t(`certificate.${certificate}`)}</StatusBadge>
);
const stockBadge: Cell = ({ quantity }, { t, language }) => (
  <StatusBadge tone={levelTones[stockLevel(quantity)]}>
    {t(`stock.${stockLevel(quantity)}`, { figure: formatNumber(language, quantity) })}
  </StatusBadge>
);
const price: Cell = ({ priceInclMinor }, { language }) => minorText(language, priceInclMinor, shopCurrency);

export const shopProductScreens = recordScreens(shopProductRecords, shopProducts, {
  path: "/apps/e-commerce/products",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  picture: ({ pictureFileId: fileId }, size) => (
    <Thumbnail image={fileId === null ? null : { fileId, placeholder: null }} sizePx={sizesPx[size]} />
  ),
  badge: (product, context) => (
    <>
      {statusBadge(product, context)}
      {product.certificate !== "not_needed" && certificateBadge(product, context)}
    </>
  ),
  facts: (product, { language, t }) => [
    minorText(language, product.priceInclMinor, shopCurrency),
    t(`stock.${stockLevel(product.quantity)}`, { figure: formatNumber(language, product.quantity) }),
  ],
  Actions: lazy(() =>
    import("#demos/e-commerce/products/web/ProductActions.tsx").then((module) => ({ default: module.ProductActions })),
  ),
  form: () => import("#demos/e-commerce/products/web/ProductForm.tsx"),
  tabs: { images: { count: ({ images }) => images.length } },
  formats: {
    catalogueProductId: (_id: string, { t }) => t("linked"),
    images: (images: readonly unknown[], { t, language }) =>
      t("imagesCount", { count: images.length, figure: formatNumber(language, images.length) }),
  },
  // A handle, an SKU and pictures belong to one product.
  copied: ({ name }, { t }) => ({ name: t("copyOf", { name }), nameI18n: {}, handle: null, sku: null, images: [] }),
  columns: {
    name: {},
    categories: { width: textWidth, cell: ({ categories }) => <bdi>{categories.join(" · ")}</bdi> },
    priceInclMinor: { isFigure: true, cell: price },
    quantity: { isFigure: true, cell: stockBadge },
    certificate: { cell: certificateBadge },
    status: { cell: statusBadge },
    sku: { isQuiet: true, isHidden: true, cell: ({ sku }) => sku && <bdi dir="ltr">{sku}</bdi> },
    updatedAt: { isHidden: true },
  },
  card: {
    facts: (product, context) => [price(product, context), stockBadge(product, context)],
    mark: statusBadge,
  },
  filters: ["status", { kind: "flag", name: "isLowStock" }],
  views: ["active", "inactive", { id: "lowStock", filters: { isLowStock: true } }, "archived"],
  initialOrder: { sort: "name", direction: "asc" },
  bulk: {
    preview: shopProducts.previewStatusChange,
    apply: shopProducts.applyStatusChange,
    actions: [
      { id: "activate", icon: IconEye, input: { to: "active" } },
      { id: "deactivate", icon: IconEyeOff, input: { to: "inactive" } },
      { id: "archive", icon: IconArchive, input: { to: "archived" } },
    ],
  },
  rowLinks: [
    {
      id: "duplicate",
      operation: shopProducts.create,
      to: ({ id }) => ({ to: "/apps/e-commerce/products/new", search: { copyOf: id } }),
    },
  ],
});
