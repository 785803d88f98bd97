import type { Impact } from "#features/catalogue/categories/contract/impact.ts";
import { formatNumber } from "#web/formats.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ImpactTextProps = { readonly impact: Omit<Impact, "fingerprint"> };

/** The effects of a change: in its own categories as sentences, elsewhere as in every preview. */
export function ImpactText({ impact: { products, newlyRequired, newlyMeat, consequences } }: ImpactTextProps) {
  const t = useMessages("categories");
  const language = useLanguage();
  const counted = (count: number) => ({ count, figure: formatNumber(language, count) });
  return (
    <div style={{ display: "grid", gap: 8 }}>
      {products > 0 && <span>{t("impact.products", counted(products))}</span>}
      {newlyRequired > 0 && <b>{t("impact.newlyRequired", counted(newlyRequired))}</b>}
      {newlyMeat > 0 && <b>{t("impact.newlyMeat", counted(newlyMeat))}</b>}
      <Consequences consequences={consequences} />
    </div>
  );
}
