import { type ComponentProps, lazy } from "react";
import type { Output } from "#base/contract.ts";
import { printedGtin } from "#base/gtin.ts";
import { halalStates } from "#base/halal.ts";
import { certificateLinks } from "#features/halal/certificates/scope/contract/productLinks.ts";
import { products, productSorts } from "#features/catalogue/products/contract.ts";
import { productDrafts } from "#features/catalogue/products/contract/drafts.ts";
import { type ProductRow, productStatuses } from "#features/catalogue/products/contract/product.ts";
import { HalalBadge } from "#features/catalogue/products/web/HalalBadge.tsx";
import type { LinkChoice as LoadedLink } from "#features/catalogue/products/web/LinkChoice.tsx";
import type { MoveChoice as LoadedChoice } from "#features/catalogue/products/web/MoveChoice.tsx";
import { ProductPicture } from "#features/catalogue/products/web/ProductPicture.tsx";
import { ProductStatusBadge } from "#features/catalogue/products/web/ProductStatusBadge.tsx";
import { contentText } from "#features/catalogue/products/web/useContentText.ts";
import { pickBody, pickBrand, pickCategory } from "#features/catalogue/products/web/usePickables.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { type CellContext, type Column, defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { statusTotals } from "#web/list/statusTotals.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import type { Language } from "#web/screens.ts";
import { IconArchive, IconCertificate, IconEye, IconEyeOff, IconFolder, IconSend, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type Named = { readonly name: string; readonly nameI18n: Readonly<Record<string, string>> };
/** The name in the language of the screen where there is one. */
const nameOf = ({ name, nameI18n }: Named, language: Language) => nameI18n[language] ?? name;

const statusBadge = ({ status }: ProductRow, { t }: CellContext<MessageKey<"products">>) => (
  <ProductStatusBadge status={status}>{t(`status.${status}`)}</ProductStatusBadge>
);

const halalBadge = ({ halal }: ProductRow, { t }: CellContext<MessageKey<"products">>) => (
  <HalalBadge state={halal.state}>{t(`halal.${halal.state}`)}</HalalBadge>
);

type ProductSort = (typeof productSorts)[number];
type ProductColumns = readonly [
  Column<ProductRow, ProductSort, never, MessageKey<"products">>,
  ...Column<ProductRow, ProductSort, never, MessageKey<"products">>[],
];

// The ids are those of the file's columns, so that the export of a view has what it shows.
const columns: ProductColumns = [
  { id: "name", width: 220, sort: "name", cell: (row, { language }) => <bdi>{nameOf(row, language)}</bdi> },
  { id: "brand", width: 160, cell: ({ brand }, { language }) => <bdi>{nameOf(brand, language)}</bdi> },
  { id: "gtin", width: 148, isQuiet: true, cell: ({ gtin }) => gtin && <bdi dir="ltr">{printedGtin(gtin)}</bdi> },
  {
    id: "category",
    width: 140,
    cell: ({ category }, { language }) => category && <bdi>{nameOf(category, language)}</bdi>,
  },
  { id: "halal", width: 148, cell: halalBadge },
  {
    id: "halalEndsAt",
    width: 124,
    cell: ({ halal }, { language }) => halal.lastDay && formatDate(language, halal.lastDay),
  },
  { id: "status", width: 124, cell: statusBadge },
  {
    id: "retailers",
    width: 96,
    isFigure: true,
    cell: ({ retailersCount }, { language }) => formatNumber(language, retailersCount),
  },
  { id: "productCode", width: 112, sort: "code", isQuiet: true, cell: ({ code }) => <bdi>{code}</bdi> },
  {
    id: "netContent",
    width: 104,
    isHidden: true,
    cell: (row, { language, t }) => <bdi>{contentText(row, language, t)}</bdi>,
  },
  { id: "sku", width: 120, isHidden: true, cell: ({ sku }) => sku && <bdi dir="ltr">{sku}</bdi> },
  {
    id: "createdAt",
    width: 124,
    sort: "createdAt",
    firstDirection: "desc",
    isHidden: true,
    cell: ({ createdAt }, { language }) => formatDate(language, createdAt),
  },
  {
    id: "updatedAt",
    width: 124,
    sort: "updatedAt",
    firstDirection: "desc",
    isHidden: true,
    cell: ({ updatedAt }, { language }) => formatDate(language, updatedAt),
  },
];

// Of the kit's weight, and seldom asked for.
const LinkChoice = lazy(() =>
  import("#features/catalogue/products/web/LinkChoice.tsx").then((module) => ({ default: module.LinkChoice })),
);
const MoveChoice = lazy(() =>
  import("#features/catalogue/products/web/MoveChoice.tsx").then((module) => ({ default: module.MoveChoice })),
);

const productList = defineList({
  name: "products",
  operation: products.list,
  path: "/apps/brand-product/brand-products",
  nameOf,
  picture: ({ image }, size) => <ProductPicture image={image} sizePx={size === "small" ? 24 : 40} />,
  columns,
  card: {
    facts: (row, { language }) => [
      <bdi key="brand">{nameOf(row.brand, language)}</bdi>,
      row.gtin && (
        <bdi key="gtin" dir="ltr">
          {printedGtin(row.gtin)}
        </bdi>
      ),
    ],
    mark: halalBadge,
  },
  filters: [
    { kind: "choice", name: "status", codes: productStatuses },
    { kind: "record", name: "brand", source: pickBrand },
    { kind: "record", name: "category", source: pickCategory },
    { kind: "choice", name: "halal", codes: halalStates },
    { kind: "record", name: "body", source: pickBody },
    { kind: "flag", name: "hasCategory" },
    { kind: "flag", name: "hasGtin" },
    { kind: "flag", name: "hasImage" },
    { kind: "days", name: "created", from: "createdFrom", to: "createdTo" },
  ],
  views: productStatuses.map((status) => ({ id: status, filters: { status: [status] } })),
  counts: {
    operation: products.countByStatus,
    totalsOf: (answer) =>
      statusTotals((answer as Output<typeof products.countByStatus>).byStatus, { leftOut: ["archived"] }),
  },
  sorts: productSorts,
  initialOrder: { sort: "name", direction: "asc" },
  read: products.get,
  create: products.create,
  update: products.update,
  remove: products.remove,
  exporting: products.exportCsv,
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
        Choice: (props: ComponentProps<typeof LoadedChoice>) => <MoveChoice {...props} />,
      },
      {
        id: "link",
        icon: IconCertificate,
        input: {},
        operations: certificateLinks,
        Choice: (props: ComponentProps<typeof LoadedLink>) => <LinkChoice {...props} />,
      },
      { id: "archive", icon: IconArchive, input: { to: "archived" } },
      {
        id: "delete",
        icon: IconTrash,
        input: {},
        operations: { preview: productDrafts.previewRemoval, apply: productDrafts.applyRemoval },
        isForMany: true,
        isDangerous: true,
      },
    ],
    refreshes: [products.list, products.countByStatus, products.get, products.activity],
  },
  rowLinks: [
    {
      id: "duplicate",
      operation: products.create,
      to: ({ id }) => ({ to: "/apps/brand-product/brand-products/new", search: { copyOf: id } }),
    },
  ],
});

export function ProductListScreen() {
  const t = useMessages("products");
  return (
    <RecordList
      list={productList}
      actions={<ImportButton operation={products.importTemplate} to="/apps/import/products" label={t("import")} />}
    />
  );
}
