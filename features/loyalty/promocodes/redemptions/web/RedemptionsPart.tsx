import { Link } from "@tanstack/react-router";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { redemptionsPath, redemptionTones } from "#features/loyalty/promocodes/redemptions/web/useRedemptionTexts.ts";
import { formatDateTime } from "#web/formats.ts";
import { RelatedList } from "#web/record/RelatedList.tsx";
import { minorText } from "#web/record/minorText.ts";
import { IconReceipt } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The latest redemptions of a promocode, and a link to all of them. */
export function RedemptionsPart({ record }: { readonly record: Promocode }) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  return (
    <RelatedList
      operation={redemptions.list}
      filter={{ campaign: [record.id] }}
      sort="createdAt"
      direction="desc"
      list={{ to: redemptionsPath, search: { campaign: record.id } }}
      wordsOfAll={(count, figure) => t("all", { count, figure })}
      none={{ icon: <IconReceipt aria-hidden />, title: t("empty.title"), text: t("part.none") }}
    >
      {({ id, orderRef, retailer, createdAt, discountLeftMinor, currency, status }) => (
        <>
          <Link to={`${redemptionsPath}/${id}`}>
            <bdi dir="ltr">{orderRef}</bdi>
          </Link>
          <span>
            <bdi>{retailer.nameI18n[language] ?? retailer.name}</bdi> ·{" "}
            {minorText(language, discountLeftMinor, currency)}
          </span>
          <span>{formatDateTime(language, createdAt)}</span>
          <StatusBadge tone={redemptionTones[status]}>{t(`status.${status}`)}</StatusBadge>
        </>
      )}
    </RelatedList>
  );
}
