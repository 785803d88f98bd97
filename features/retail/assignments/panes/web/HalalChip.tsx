import type { Halal } from "#features/retail/assignments/contract/rows.ts";
import { formatNumber } from "#web/formats.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// A missing certificate is grey, not red: it is not evidence against the product.
const tones: Readonly<Record<Halal["state"], Tone>> = {
  certified: "ok",
  expiring: "warn",
  expired: "error",
  suspended: "error",
  scope_reduced: "error",
  unverified: "info",
  uncertified: "mute",
  not_required: "mute",
};

/** The halal status of a product; if its certificate ends soon, in how many days. */
export function HalalChip({ halal }: { readonly halal: Pick<Halal, "state" | "daysLeft"> }) {
  const t = useMessages("assignments");
  const language = useLanguage();
  const days = halal.daysLeft ?? 0;
  return (
    <StatusBadge tone={tones[halal.state]}>
      {halal.state === "expiring"
        ? t("halal.days", { count: days, figure: formatNumber(language, days) })
        : t(`halal.${halal.state}`)}
    </StatusBadge>
  );
}
