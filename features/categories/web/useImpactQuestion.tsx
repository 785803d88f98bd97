import type { Impact } from "#features/categories/contract/impact.ts";
import { asksMore } from "#features/categories/rules.ts";
import { ImpactText } from "#features/categories/web/ImpactText.tsx";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useWords } from "#web/useWords.ts";

/** Asks whether a change shall be made that products would feel. Without any there is nothing to ask. */
export function useImpactQuestion() {
  const t = useWords("categories");
  const confirm = useConfirm();
  return async (impact: Impact, title: string): Promise<boolean> =>
    impact.products === 0 ||
    confirm({
      title,
      text: <ImpactText impact={impact} />,
      confirmLabel: t("impact.confirm"),
      isDangerous: asksMore(impact),
    });
}
