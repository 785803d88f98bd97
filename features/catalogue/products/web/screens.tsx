import { lazy } from "react";
import { printedGtin } from "#base/gtin.ts";
import { halalStates } from "#base/halal.ts";
import { expiryDays, productOperations, type ProductRow, products } from "#features/catalogue/products/contract.ts";
import {
  productDecisions,
  productStatuses,
  type ProductStatus,
} from "#features/catalogue/products/contract/statuses.ts";
import { type Allergen, impactFields } from "#features/catalogue/products/fields.ts";
import { HalalBadge } from "#features/catalogue/products/web/HalalBadge.tsx";
import type { BulkRecordChoiceProps } from "#features/catalogue/products/web/BulkRecordChoice.tsx";
import { ProductPicture } from "#features/catalogue/products/web/ProductPicture.tsx";
import { pickBrand, pickCategory, pickCertifier } from "#features/catalogue/products/web/usePickables.ts";
import { formatDate, formatNumber, formatPlannedDay } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import type { CellContext, Draw } from "#web/list/defineList.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import type { Language } from "#web/screens.ts";
import { IconArchive, IconCertificate, IconEye, IconEyeOff, IconFolder, IconSend, IconTrash } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

type NamedReference = { readonly name: string; readonly nameI18n: Readonly<Record<string, string>> };
/** The name in the language of the screen where there is one. */
const nameOf = ({ name, nameI18n }: NamedReference, language: Language) => nameI18n[language] ?? name;

type Cell = Draw<ProductRow, MessageKey<"products">>;
const tones: Readonly<Record<ProductStatus, Tone>> = {
  draft: "mute",
  in_review: "info",
  published: "ok",
  unpublished: "warn",
  archived: "mute",
};
const statusBadge: Cell = ({ status }, { t }) => (
  <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
);
const halalBadge: Cell = ({ halal }, { t }) => <HalalBadge state={halal.state}>{t(`halal.${halal.state}`)}</HalalBadge>;
const lastDay: Cell = ({ halal }, { language }) => halal.lastDay && formatPlannedDay(language, halal.lastDay);
const retailersCount: Cell = (row, { language }) => formatNumber(language, row.retailersCount);
const gtinText = (gtin: string | null) => gtin && <bdi dir="ltr">{printedGtin(gtin)}</bdi>;
const sizesPx = { small: 24, large: 40, page: 48 } as const;

// Of the kit's weight, and seldom asked for.
const BulkRecordChoice = lazy(() =>
  import("#features/catalogue/products/web/BulkRecordChoice.tsx").then((m) => ({ default: m.BulkRecordChoice })),
);
const choiceFor = (action: BulkRecordChoiceProps["action"]) => (props: Pick<BulkRecordChoiceProps, "onChange">) => (
  <BulkRecordChoice action={action} {...props} />
);

const certificateLinks = async () =>
  (await import("#features/halal/certificates/scope/contract/productLinks.ts")).certificateLinks;

export const productScreens = recordScreens(productOperations, products, {
  path: "/apps/brand-product/brand-products",
  nameOf,
  crumbOf: ({ code }) => code,
  picture: (product, size) => <ProductPicture product={product} sizePx={sizesPx[size]} />,
  badge: (product, context) => (
    <>
      {statusBadge(product, context)}
      {halalBadge(product, context)}
    </>
  ),
  facts: (product, { t, language }) => {
    const { brand, gtin, name, nameI18n } = product;
    const otherName = nameI18n[language] ? name : nameI18n.ar;
    const content = contentText(product, language, t);
    return [
      ...(otherName ? [<bdi key="name">{otherName}</bdi>] : []),
      <bdi key="brand">{nameOf(brand, language)}</bdi>,
      ...(gtin ? [gtinText(gtin)] : []),
      ...(content ? [content] : []),
    ];
  },
  Actions: lazy(() =>
    import("#features/catalogue/products/web/ProductActions.tsx").then((m) => ({ default: m.ProductActions })),
  ),
  Note: lazy(() =>
    import("#features/catalogue/products/web/ProductStatusNote.tsx").then((m) => ({ default: m.ProductStatusNote })),
  ),
  decisions: productDecisions,
  requirements: () => import("#features/catalogue/products/web/requirements.ts"),
  form: () => import("#features/catalogue/products/web/ProductForm.tsx"),
  impactFields,
  tabs: {
    images: { count: ({ images }) => images.length },
    halal: {
      Panel: lazy(() =>
        import("#features/catalogue/products/web/HalalPart.tsx").then((m) => ({ default: m.HalalPart })),
      ),
    },
    availability: {
      Panel: lazy(async () => {
        const [{ AvailabilityPart }, { withAvailabilityMessages }] = await Promise.all([
          import("#features/catalogue/products/availability/web/AvailabilityPart.tsx"),
          import("#features/catalogue/products/availability/web/withAvailabilityMessages.ts"),
        ]);
        return withAvailabilityMessages(Promise.resolve({ default: AvailabilityPart }));
      }),
      count: ({ retailersCount: count }) => count,
    },
  },
  formats: {
    brandId: (id: string, { t, language }, current) =>
      current?.brand.id === id ? nameOf(current.brand, language) : t("another"),
    categoryId: (id: string, { t, language }, current) =>
      current?.category?.id === id ? nameOf(current.category, language) : t("another"),
    gtin: (gtin: string) => (/^\d{14}$/.test(gtin) ? printedGtin(gtin) : gtin),
    netContent: (content: number, { language }) => formatContent(language, content),
    allergens: (allergens: Allergen[], { t }) => allergens.map((each) => t(`allergens.${each}`)),
    images: (images: unknown[], { t }) => t("imagesCount", { count: images.length }),
  },
  prefilledBy: { brandId: "brand" },
  refreshes: [products.halal],
  // A copy leaves out values that identify one product, and its pictures, which belong to one record.
  copied: ({ name }, { t }) => ({ name: t("copyOf", { name }), nameI18n: {}, gtin: null, sku: null, images: [] }),
  // The names are those of the file's columns, so that the export of a view has what it shows.
  columns: {
    name: { edit: { field: "name" } },
    brand: { width: textWidth, cell: ({ brand }, { language }) => <bdi>{nameOf(brand, language)}</bdi> },
    gtin: { isQuiet: true, cell: ({ gtin }) => gtinText(gtin) },
    category: {
      width: textWidth,
      cell: ({ category }, { language }) => category && <bdi>{nameOf(category, language)}</bdi>,
    },
    halal: { cell: halalBadge },
    halalEndsAt: { sortUnder: ["expiringWithin", "expires"], cell: lastDay, exportedAs: "halalLastDay" },
    status: { cell: statusBadge },
    retailers: { isFigure: true, cell: retailersCount },
    productCode: { sort: "code", isQuiet: true, isHidden: true, cell: ({ code }: ProductRow) => <bdi>{code}</bdi> },
    netContent: {
      isHidden: true,
      cell: (row, { language, t }) => <bdi>{contentText(row, language, t)}</bdi>,
    },
    sku: {
      width: textWidth,
      isHidden: true,
      edit: { field: "sku" },
      cell: ({ sku }) => sku && <bdi dir="ltr">{sku}</bdi>,
    },
    createdAt: { isHidden: true },
    updatedAt: { isHidden: true },
  },
  card: {
    facts: ({ brand, gtin, halal, retailersCount: count }, { t, language }) => [
      <>
        <bdi>{nameOf(brand, language)}</bdi>
        {gtin && <> · {gtinText(gtin)}</>}
      </>,
      [
        ...(halal.lastDay ? [t("card.expires", { day: formatDate(language, halal.lastDay) })] : []),
        t("card.retailers", { count, figure: formatNumber(language, count) }),
      ].join(" · "),
    ],
    mark: halalBadge,
  },
  filters: [
    "status",
    { kind: "record", name: "brand", source: pickBrand },
    { kind: "record", name: "category", source: pickCategory },
    { kind: "choice", name: "halal", codes: halalStates },
    { kind: "record", name: "body", source: pickCertifier },
    { kind: "choice", name: "expiringWithin", codes: expiryDays },
    { kind: "days", name: "expires", from: "expiresFrom", to: "expiresTo" },
    { kind: "flag", name: "hasCategory" },
    { kind: "flag", name: "hasGtin" },
    { kind: "flag", name: "hasImage" },
    { kind: "days", name: "created", from: "createdFrom", to: "createdTo" },
  ],
  views: [
    ...productStatuses.filter((status) => status !== "archived"),
    { id: "expiring", filters: { expiringWithin: ["30"] } },
    "archived",
  ],
  initialOrder: { sort: "name", direction: "asc" },
  bulk: {
    preview: products.previewStatusChange,
    apply: products.applyStatusChange,
    actions: [
      { id: "submit", icon: IconSend, input: { to: "in_review" } },
      { id: "publish", icon: IconEye, input: { to: "published" } },
      { id: "unpublish", icon: IconEyeOff, input: { to: "unpublished" }, needsReason: true },
      {
        id: "move",
        icon: IconFolder,
        input: {},
        operations: { preview: products.previewMove, apply: products.applyMove },
        Choice: choiceFor("move"),
      },
      {
        id: "link",
        icon: IconCertificate,
        input: {},
        operations: {
          preview: async () => (await certificateLinks()).preview,
          apply: async () => (await certificateLinks()).apply,
        },
        Choice: choiceFor("link"),
      },
      { id: "archive", icon: IconArchive, input: { to: "archived" } },
      {
        id: "delete",
        icon: IconTrash,
        input: {},
        operations: { preview: products.previewRemoval, apply: products.applyRemoval },
        isForMany: true,
        isDangerous: true,
      },
    ],
  },
  rowLinks: [
    {
      id: "duplicate",
      operation: products.create,
      to: ({ id }) => ({ to: "/apps/brand-product/brand-products/new", search: { copyOf: id } }),
    },
  ],
});

type Content = Pick<ProductRow, "netContent" | "netUnit" | "packOf">;

/** `6 × 330 ml`; empty where it is unknown. */
function contentText(
  { netContent, netUnit, packOf }: Content,
  language: Language,
  t: CellContext<MessageKey<"products">>["t"],
): string {
  if (netContent === null || netUnit === null) return "";
  const one = t(`content.${netUnit}`, { count: netContent, figure: formatContent(language, netContent) });
  return packOf === 1 ? one : `${formatNumber(language, packOf)} × ${one}`;
}

/** With all of its decimals. */
const formatContent = (language: Language, content: number) =>
  formatNumber(language, content, (String(content).split(".")[1] ?? "").length);
