import { useState } from "react";
import type { OpenImpact, ImpactDecision, ImpactPreview } from "#web/record/saveWithPreview.ts";

/** The impact of saving, while the user looks at it: shown by `ImpactConfirmation`. `confirmImpact` waits for the answer. */
export function useImpactConfirmation() {
  const [impact, setImpact] = useState<OpenImpact | null>(null);
  const confirmImpact = (impactPreview: ImpactPreview): Promise<ImpactDecision> =>
    new Promise((resolve) => {
      setImpact({
        ...impactPreview,
        onDecide: (answer) => {
          setImpact(null);
          resolve(answer);
        },
      });
    });
  return { impact, confirmImpact };
}
