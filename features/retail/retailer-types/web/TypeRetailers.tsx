import { Link } from "@tanstack/react-router";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerTones } from "#features/retail/retailers/record/contract.ts";
import type { RetailerType } from "#features/retail/retailer-types/contract.ts";
import { countryName } from "#web/formats.ts";
import { RelatedList } from "#web/record/RelatedList.tsx";
import { IconBuildingStore } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const listPath = "/apps/retailer/retailers";

/** The retailers that have a type. */
export function TypeRetailers({ record: type }: { readonly record: RetailerType }) {
  const t = useMessages("retailerTypes");
  const language = useLanguage();
  return (
    <RelatedList
      operation={retailers.list}
      filter={{ retailerTypeId: [type.id] }}
      sort="name"
      list={{ to: listPath, search: { retailerTypeId: type.id } }}
      wordsOfAll={(count, figure) => t("usedBy.all", { count, figure })}
      none={{ icon: <IconBuildingStore aria-hidden />, title: t("usedBy.none"), text: t("usedBy.noneText") }}
    >
      {({ id, tradingName, tradingNameI18n, code, city, country, status }) => (
        <>
          <Link to={`${listPath}/${id}`}>
            <bdi>{tradingNameI18n[language] ?? tradingName}</bdi>
          </Link>
          <bdi>{[city, country && countryName(language, country)].filter(Boolean).join(" · ")}</bdi>
          <bdi>{code}</bdi>
          <StatusBadge tone={retailerTones[status]}>{t(`usedBy.status.${status}`)}</StatusBadge>
        </>
      )}
    </RelatedList>
  );
}
