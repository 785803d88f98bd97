import { countryCodes } from "#base/countries.ts";
import type { Output } from "#base/contract.ts";
import { type BrandRow, brandSorts, brands, muslimOwnedAnswers } from "#features/brands/contract.ts";
import { brandStatuses } from "#features/brands/contract/statuses.ts";
import { brandDrafts } from "#features/brands/contract/drafts.ts";
import { CertifiedCell, ProductsCell } from "#features/brands/web/BrandFigureCells.tsx";
import { BrandStatusBadge } from "#features/brands/web/BrandStatusBadge.tsx";
import { pickCategory } from "#features/brands/web/usePickables.ts";
import { countryName, formatDate } from "#web/formats.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { statusTotals } from "#web/list/statusTotals.ts";
import type { Language } from "#web/screens.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { useCan } from "#web/session.tsx";
import { IconArchive, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

/** The Arabic name first where the screen is Arabic and there is one. */
const nameOf = ({ name, nameI18n }: Pick<BrandRow, "name" | "nameI18n">, language: Language) =>
  nameI18n[language] ?? name;

const country = ({ country: code }: BrandRow, language: Language) => code && countryName(language, code);

const brandList = defineList({
  name: "brands",
  operation: brands.list,
  path: "/apps/brand/brands",
  nameOf,
  picture: (row, size) => (
    <LogoMark id={row.id} name={row.name} logoFileId={row.logoFileId} sizePx={size === "small" ? 24 : 40} />
  ),
  columns: [
    { id: "name", width: 220, sort: "name", cell: (row, { language }) => <bdi>{nameOf(row, language)}</bdi> },
    { id: "code", width: 108, sort: "code", isQuiet: true, cell: ({ code }) => <bdi>{code}</bdi> },
    { id: "country", width: 158, sort: "country", cell: (row, { language }) => country(row, language) },
    {
      id: "status",
      width: 124,
      cell: ({ status }, { t }) => <BrandStatusBadge status={status}>{t(`status.${status}`)}</BrandStatusBadge>,
    },
    { id: "products", width: 84, isFigure: true, cell: ({ id }) => <ProductsCell brandId={id} /> },
    { id: "certified", width: 88, isFigure: true, cell: ({ id }) => <CertifiedCell brandId={id} /> },
    { id: "isMuslimOwned", width: 120, cell: (row, { t }) => t(`isMuslimOwned.${row.isMuslimOwned}`) },
    {
      id: "website",
      width: 164,
      isHidden: true,
      cell: ({ website }) => website && <bdi dir="ltr">{hostOf(website)}</bdi>,
    },
    {
      id: "createdAt",
      width: 136,
      sort: "createdAt",
      firstDirection: "desc",
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
    {
      id: "legalEntityName",
      width: 200,
      isHidden: true,
      cell: (row) => row.legalEntityName && <bdi>{row.legalEntityName}</bdi>,
    },
    { id: "foundedYear", width: 88, isHidden: true, isFigure: true, cell: ({ foundedYear }) => foundedYear },
    { id: "defaultCurrency", width: 96, isHidden: true, cell: (row) => row.defaultCurrency },
    { id: "wikidataId", width: 112, isHidden: true, cell: (row) => row.wikidataId && <bdi>{row.wikidataId}</bdi> },
    { id: "contactName", width: 160, isHidden: true, cell: (row) => row.contactName && <bdi>{row.contactName}</bdi> },
    {
      id: "contactEmail",
      width: 200,
      isHidden: true,
      cell: (row) => row.contactEmail && <bdi dir="ltr">{row.contactEmail}</bdi>,
    },
    {
      id: "contactPhone",
      width: 144,
      isHidden: true,
      cell: (row) => row.contactPhone && <bdi dir="ltr">{row.contactPhone}</bdi>,
    },
  ],
  card: {
    facts: (row, { language }) => [
      <>
        <bdi>{row.code}</bdi>
        {row.country && ` · ${country(row, language)}`}
      </>,
      formatDate(language, row.createdAt),
    ],
    mark: ({ status }, { t }) => <BrandStatusBadge status={status}>{t(`status.${status}`)}</BrandStatusBadge>,
  },
  filters: [
    { kind: "choice", name: "status", codes: brandStatuses },
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    { kind: "record", name: "category", source: pickCategory },
    { kind: "choice", name: "isMuslimOwned", codes: muslimOwnedAnswers },
    { kind: "days", name: "created", from: "createdFrom", to: "createdTo" },
    { kind: "flag", name: "hasArabicName" },
    { kind: "word", name: "importId", isLinkedOnly: true, textOf: (_id, { t }) => t("oneFile") },
  ],
  views: brandStatuses
    .filter((status) => status !== "rejected")
    .map((status) => ({ id: status, filters: { status: [status] } })),
  counts: {
    operation: brands.countByStatus,
    totalsOf: (answer) =>
      statusTotals((answer as Output<typeof brands.countByStatus>).byStatus, { leftOut: ["archived"] }),
  },
  sorts: brandSorts,
  initialOrder: { sort: "name", direction: "asc" },
  read: brands.get,
  create: brands.create,
  update: brands.update,
  remove: brands.remove,
  exporting: brands.exportCsv,
  bulk: {
    preview: brands.previewStatusChange,
    apply: brands.applyStatusChange,
    actions: [
      { id: "submit", icon: IconSend, input: { to: "submitted" } },
      { id: "activate", icon: IconPlayerPlay, input: { to: "active" } },
      { id: "suspend", icon: IconPlayerPause, input: { to: "suspended" }, needsReason: true },
      { id: "archive", icon: IconArchive, input: { to: "archived" } },
      {
        id: "delete",
        icon: IconTrash,
        input: {},
        operations: { preview: brandDrafts.previewRemoval, apply: brandDrafts.applyRemoval },
        isForMany: true,
        isDangerous: true,
      },
    ],
    refreshes: [brands.list, brands.countByStatus, brands.get, brands.activity],
  },
  rowLinks: [
    {
      id: "duplicate",
      operation: brands.create,
      to: ({ id }) => ({ to: "/apps/brand/brands/new", search: { copyOf: id } }),
    },
  ],
});

/** For those who may not see products. */
const [name, ...others] = brandList.columns;
const listWithoutProducts: typeof brandList = {
  ...brandList,
  columns: [name, ...others.filter(({ id }) => id !== "products" && id !== "certified")],
  filters: brandList.filters.filter((filter) => filter.name !== "category"),
};

export function BrandListScreen() {
  const t = useWords("brands");
  const can = useCan();
  return (
    <RecordList
      list={can(brands.figures) ? brandList : listWithoutProducts}
      actions={<ImportButton operation={brands.importTemplate} to="/apps/import/brands" label={t("import")} />}
    />
  );
}

/** The part of an address that people recognise. */
const hostOf = (website: string) => new URL(website).hostname.replace(/^www\./, "");
