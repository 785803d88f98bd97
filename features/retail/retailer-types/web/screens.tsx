import { lazy } from "react";
import { type RetailerType, retailerTypes, typeLifecycle, types } from "#features/retail/retailer-types/contract.ts";
import { policyFields } from "#features/retail/retailer-types/rules.ts";
import { TypeMark } from "#features/retail/retailer-types/web/TypeMark.tsx";
import { formatNumber } from "#web/formats.ts";
import type { Draw } from "#web/list/defineList.ts";
import { ArchiveButton } from "#web/records/ArchiveButton.tsx";
import { recordScreens } from "#web/records/recordScreens.ts";
import { IconArchive } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

const retailersPath = "/apps/retailer/retailers";
const markPx = { small: 24, large: 40, page: 48 } as const;

const badge: Draw<Pick<RetailerType, "status">, `status.${RetailerType["status"]}`> = ({ status }, { t }) => (
  <StatusBadge tone={status === "active" ? "ok" : "mute"}>{t(`status.${status}`)}</StatusBadge>
);

export const typeScreens = recordScreens(types, retailerTypes, {
  path: "/apps/retailer-type/types",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  crumbOf: ({ code }) => code,
  picture: ({ icon }, size) => <TypeMark icon={icon} sizePx={markPx[size]} />,
  badge,
  facts: ({ code, retailersCount: count }, { t, language }) => [
    code,
    t("retailers", { count, figure: formatNumber(language, count) }),
  ],
  Actions: TypeActions,
  form: () => import("#features/retail/retailer-types/web/TypeForm.tsx"),
  impactFields: policyFields,
  tabs: {
    usedBy: {
      Panel: lazy(() =>
        import("#features/retail/retailer-types/web/TypeRetailers.tsx").then((module) => ({
          default: module.TypeRetailers,
        })),
      ),
      needs: async () => (await import("#features/retail/retailers/contract.ts")).retailers.list,
      count: ({ retailersCount }) => retailersCount,
    },
  },
  columns: {
    name: { edit: { field: "name" } },
    code: { isQuiet: true },
    channel: {},
    certificatePolicy: {},
    pendingDays: {},
    defaultCashbackBps: {},
    maxCashbackBps: {},
    retailersCount: { isFigure: true },
    status: {},
    kycLevel: { isHidden: true },
    updatedAt: { isHidden: true },
  },
  card: {
    facts: ({ code, channel, retailersCount: count }, { t, language }) => [
      <>
        <bdi>{code}</bdi> · {t(`channel.${channel}`)}
      </>,
      t("retailers", { count, figure: formatNumber(language, count) }),
    ],
    mark: badge,
  },
  filters: ["status", "certificatePolicy", "channel", "kycLevel"],
  views: ["active", "archived"],
  initialOrder: { sort: "position", direction: "asc" },
  bulk: {
    preview: retailerTypes.previewArchiving,
    apply: retailerTypes.applyArchiving,
    actions: [{ id: "archive", icon: IconArchive, input: {} }],
  },
  rowLinks: [{ id: "retailers", to: ({ id }) => ({ to: retailersPath, search: { retailerTypeId: id } }) }],
});

function TypeActions({ record }: { readonly record: RetailerType }) {
  const t = useMessages("retailerTypes");
  return (
    <>
      <LinkButton variant="default" to={retailersPath} search={{ retailerTypeId: record.id }}>
        {t("rowLinks.retailers")}
      </LinkButton>
      <ArchiveButton
        screens={typeScreens}
        lifecycle={typeLifecycle}
        operation={retailerTypes.archive}
        record={record}
        isConfirmed
      />
    </>
  );
}
