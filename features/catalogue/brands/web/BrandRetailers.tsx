import { Link } from "@tanstack/react-router";
import type { Brand } from "#features/catalogue/brands/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerTones } from "#features/retail/retailers/record/contract.ts";
import { countryName } from "#web/formats.ts";
import { RelatedList } from "#web/record/RelatedList.tsx";
import { IconBuildingStore } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const listPath = "/apps/retailer/retailers";

/** Who sells products of a brand. */
export function BrandRetailers({ record: brand }: { readonly record: Brand }) {
  const t = useMessages("brands");
  const language = useLanguage();
  return (
    <RelatedList
      operation={retailers.list}
      filter={{ brand: [brand.id] }}
      sort="name"
      list={{ to: listPath, search: { brand: brand.id } }}
      wordsOfAll={(count, figure) => t("retailers.all", { count, figure })}
      none={{ icon: <IconBuildingStore aria-hidden />, title: t("retailers.none"), text: t("retailers.noneText") }}
    >
      {({ id, tradingName, tradingNameI18n, type, city, country, status }) => (
        <>
          <Link to={`${listPath}/${id}`}>
            <bdi>{tradingNameI18n[language] ?? tradingName}</bdi>
          </Link>
          <bdi>{[city, country && countryName(language, country)].filter(Boolean).join(" · ")}</bdi>
          <bdi>{type.nameI18n[language] ?? type.name}</bdi>
          <StatusBadge tone={retailerTones[status]}>{t(`retailers.status.${status}`)}</StatusBadge>
        </>
      )}
    </RelatedList>
  );
}
