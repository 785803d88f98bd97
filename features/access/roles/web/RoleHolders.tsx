import { type RoleHolder, roles } from "#features/access/roles/contract.ts";
import { formatDate, formatLastDay, formatNumber } from "#web/formats.ts";
import { HolderLine } from "#web/list/HolderLine.tsx";
import { HolderList } from "#web/list/HolderList.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Who has a role, who gave it, and until when. */
export function RoleHolders({ id }: { readonly id: string }) {
  const t = useMessages("roles");
  const language = useLanguage();
  return (
    <HolderList
      operation={roles.holders}
      id={id}
      label={t("tabs.users")}
      none={t("holders.none")}
      noneText={t("holders.noneText")}
      moreLabel={t("holders.more")}
      hiddenText={(count) => t("holders.hidden", { count, figure: formatNumber(language, count) })}
    >
      {(holder) => <Holder key={holder.userId} holder={holder} />}
    </HolderList>
  );
}

function Holder({ holder }: { readonly holder: RoleHolder }) {
  const t = useMessages("roles");
  const language = useLanguage();
  const day = (at: string) => formatDate(language, at);
  const { validFrom, validTo, grantedAt, grantedBy, isValidNow, isOver } = holder;
  const period = isValidNow
    ? validTo
      ? t("holders.until", { day: formatLastDay(language, validTo) })
      : t("holders.endless")
    : isOver && validTo
      ? t("holders.ended", { day: formatLastDay(language, validTo) })
      : t("holders.from", { day: day(validFrom ?? grantedAt) });
  const given = grantedBy
    ? t("holders.grantedBy", { who: grantedBy, day: day(grantedAt) })
    : t("holders.granted", { day: day(grantedAt) });
  return <HolderLine person={holder} told={period} toldBelow={given} isLater={!isValidNow} />;
}
