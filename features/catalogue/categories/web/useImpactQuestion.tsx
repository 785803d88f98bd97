import { losesRequirement } from "#base/impact.ts";
import type { Impact } from "#features/catalogue/categories/contract/impact.ts";
import { asksMore } from "#features/catalogue/categories/rules.ts";
import { ImpactText } from "#features/catalogue/categories/web/ImpactText.tsx";
import type { ImpactDecision } from "#web/record/saveWithPreview.ts";
import { useImpactConfirmation } from "#web/record/useImpactConfirmation.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

/**
 * Asks the user to confirm a change that affects products; skips the question if it affects none. If products lose a
 * requirement, it asks for a reason too, which `WeighedImpact` renders.
 */
export function useImpactQuestion() {
  const t = useMessages("categories");
  const confirm = useConfirm();
  const { impact: impactPreview, confirmImpact } = useImpactConfirmation();
  const ask = async (impact: Impact, title: string): Promise<ImpactDecision> => {
    if (losesRequirement(impact.consequences)) return confirmImpact({ impact, isAnew: false });
    if (impact.products === 0) return true;
    const text = <ImpactText impact={impact} />;
    return confirm({ title, text, confirmLabel: t("impact.confirm"), isDangerous: asksMore(impact) });
  };
  return { ask, impactPreview };
}
