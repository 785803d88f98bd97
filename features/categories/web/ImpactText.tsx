import type { Impact } from "#features/categories/contract.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type ImpactTextProps = { readonly impact: Omit<Impact, "fingerprint"> };

/** What a change would bring about, in sentences. */
export function ImpactText({ impact: { products, newlyRequired, newlyMeat, consequences } }: ImpactTextProps) {
  const t = useWords("categories");
  const language = useLanguage();
  const counted = (count: number) => ({ count, figure: formatNumber(language, count) });
  return (
    <span style={{ display: "grid", gap: 8 }}>
      <span>{t("impact.products", counted(products))}</span>
      {newlyRequired > 0 && <b>{t("impact.newlyRequired", counted(newlyRequired))}</b>}
      {newlyMeat > 0 && <b>{t("impact.newlyMeat", counted(newlyMeat))}</b>}
      {consequences.map(({ resource, verb, count, facts }) => (
        <span key={`${resource} ${verb}`}>
          {resource === "assignments" && verb === "paused"
            ? t("impact.assignmentsPaused", {
                ...counted(count),
                retailers: formatNumber(language, facts.retailers ?? 0),
              })
            : t("impact.other", { ...counted(count), what: `${resource}.${verb}` })}
        </span>
      ))}
    </span>
  );
}
