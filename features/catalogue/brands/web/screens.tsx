import { type ComponentType, lazy } from "react";
import { countryCodes } from "#base/countries.ts";
import type { Operation } from "#base/contract.ts";
import { type Brand, brandOperations, type BrandRow, brands } from "#features/catalogue/brands/contract.ts";
import { brandDecisions, brandStatuses, type BrandStatus } from "#features/catalogue/brands/contract/statuses.ts";
import { BrandCardFigures } from "#features/catalogue/brands/web/BrandCardFigures.tsx";
import { BrandActions } from "#features/catalogue/brands/web/BrandActions.tsx";
import { CertifiedCell, ProductsCell } from "#features/catalogue/brands/web/BrandFigureCells.tsx";
import { pickCategory } from "#features/catalogue/brands/web/usePickables.ts";
import { countryName, formatDate } from "#web/formats.ts";
import type { Draw } from "#web/list/defineList.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { recordScreens } from "#web/records/recordScreens.ts";
import { IconArchive, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage } from "#web/useMessages.ts";

const tones: Readonly<Record<BrandStatus, Tone>> = {
  draft: "mute",
  submitted: "info",
  active: "ok",
  suspended: "warn",
  rejected: "error",
  archived: "mute",
};
const badge: Draw<Pick<BrandRow, "status">, `status.${BrandStatus}`> = ({ status }, { t }) => (
  <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
);
const markPx = { small: 24, large: 40, page: 48 } as const;

type BrandLogoProps = {
  readonly brand: BrandRow & Partial<Pick<Brand, "logoAlt" | "logoAltI18n">>;
  readonly sizePx: (typeof markPx)[keyof typeof markPx];
};

function BrandLogo({ brand, sizePx }: BrandLogoProps) {
  const { id, name, nameI18n, logoFileId, logoAlt, logoAltI18n } = brand;
  const language = useLanguage();
  const alt = logoAltI18n?.[language] ?? logoAlt ?? "";
  return <LogoMark id={id} name={nameI18n[language] ?? name} logoFileId={logoFileId} alt={alt} sizePx={sizePx} />;
}

/** A tab with another area's records of the brand. Loads that area's contract on demand. */
const tab = (
  load: () => Promise<ComponentType<{ readonly record: Brand }>>,
  needs: () => Promise<Operation>,
  related: (brand: Brand) => Readonly<Record<string, unknown>>,
) => ({
  Panel: lazy(async () => ({ default: await load() })),
  needs,
  related,
});

export const brandScreens = recordScreens(brandOperations, brands, {
  path: "/apps/brand/brands",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  crumbOf: ({ code }) => code,
  picture: (brand, size) => <BrandLogo brand={brand} sizePx={markPx[size]} />,
  badge,
  facts: ({ code, name, nameI18n, country, createdAt }, { t, language }) => {
    const otherName = nameI18n[language] ? name : nameI18n.ar;
    return [
      code,
      ...(otherName ? [<bdi key="name">{otherName}</bdi>] : []),
      ...(country ? [countryName(language, country)] : []),
      t("since", { day: formatDate(language, createdAt) }),
    ];
  },
  Actions: BrandActions,
  Note: lazy(() =>
    import("#features/catalogue/brands/web/BrandStatusNote.tsx").then((m) => ({ default: m.BrandStatusNote })),
  ),
  decisions: brandDecisions,
  requirements: () => import("#features/catalogue/brands/web/requirements.ts"),
  form: () => import("#features/catalogue/brands/web/BrandForm.tsx"),
  tabs: {
    products: tab(
      () => import("#features/catalogue/brands/web/BrandProducts.tsx").then((m) => m.BrandProducts),
      async () => (await import("#features/catalogue/products/contract.ts")).products.list,
      ({ id }) => ({ brand: [id], sort: "name", direction: "asc" }),
    ),
    certificates: tab(
      () => import("#features/catalogue/brands/web/BrandCertificates.tsx").then((m) => m.BrandCertificates),
      async () => (await import("#features/halal/certificates/contract.ts")).certificates.list,
      ({ id }) => ({ brandId: [id], sort: "endsAt", direction: "asc" }),
    ),
    retailers: tab(
      () => import("#features/catalogue/brands/web/BrandRetailers.tsx").then((m) => m.BrandRetailers),
      async () => (await import("#features/retail/retailers/contract.ts")).retailers.list,
      ({ id }) => ({ brand: [id], sort: "name", direction: "asc" }),
    ),
    people: tab(
      () => import("#features/catalogue/brands/web/BrandPeople.tsx").then((m) => m.BrandPeople),
      async () => (await import("#features/access/users/contract.ts")).users.list,
      ({ id }) => ({ scope: [`brand:${id}`], sort: "name", direction: "asc" }),
    ),
    funding: {
      Panel: lazy(() =>
        import("#features/catalogue/brands/web/BrandFunding.tsx").then((m) => ({ default: m.BrandFunding })),
      ),
      needs: async () => (await import("#features/loyalty/wallet/contract/brandFunding.ts")).funding.get,
    },
  },
  formats: { logoFileId: (_, { t }) => t("aPicture") },
  // A copy leaves out values that identify one brand.
  copied: ({ name }, { t }) => ({
    name: t("copyOf", { name }),
    nameI18n: {},
    alternativeNames: [],
    slug: null,
    social: {},
    wikidataId: null,
    logoFileId: null,
    logoAlt: null,
    logoAltI18n: {},
  }),
  columns: {
    name: { edit: { field: "name" } },
    code: { isQuiet: true },
    country: {},
    status: {},
    products: {
      isFigure: true,
      needs: brands.figures,
      cell: ({ id }: BrandRow) => <ProductsCell brandId={id} />,
    },
    certified: {
      isFigure: true,
      needs: brands.figures,
      cell: ({ id }: BrandRow) => <CertifiedCell brandId={id} />,
    },
    isMuslimOwned: {},
    website: {
      isHidden: true,
      edit: { field: "website" },
      cell: ({ website }) => website && <bdi dir="ltr">{hostOf(website)}</bdi>,
    },
    createdAt: {},
    updatedAt: { isHidden: true },
    legalEntityName: { isHidden: true, edit: { field: "legalEntityName" } },
    foundedYear: { isHidden: true, edit: { field: "foundedYear" }, cell: ({ foundedYear }) => foundedYear },
    defaultCurrency: { isHidden: true },
    wikidataId: { isHidden: true },
    contactName: { isHidden: true, edit: { field: "contactName" } },
    contactEmail: { isHidden: true, edit: { field: "contactEmail" } },
    contactPhone: { isHidden: true, edit: { field: "contactPhone" } },
  },
  card: {
    facts: ({ id, code, country }, { language }) => [
      <>
        <bdi>{code}</bdi>
        {country && ` · ${countryName(language, country)}`}
      </>,
      <BrandCardFigures key="figures" brandId={id} />,
    ],
    mark: badge,
  },
  filters: [
    "status",
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    { kind: "record", name: "category", source: pickCategory, needs: brands.figures },
    "isMuslimOwned",
    { kind: "days", name: "created", from: "createdFrom", to: "createdTo" },
    { kind: "flag", name: "hasArabicName" },
    { kind: "word", name: "importId", isLinkedOnly: true, textOf: (_id, { t }) => t("oneFile") },
  ],
  views: brandStatuses.filter((status) => status !== "rejected"),
  initialOrder: { sort: "name", direction: "asc" },
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
        operations: { preview: brands.previewRemoval, apply: brands.applyRemoval },
        isForMany: true,
        isDangerous: true,
      },
    ],
  },
});

const hostOf = (website: string) => new URL(website).hostname.replace(/^www\./, "");
