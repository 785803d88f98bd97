import { useState } from "react";
import type { OpenImpact, ImpactDecision, ImpactPreview } from "#web/record/saveWithPreview.ts";

/** The impact of saving, while the user looks at it: shown by `ImpactConfirmation`. `weigh` waits for the answer. */
export function useImpactConfirmation() {
  const [impact, setImpact] = useState<OpenImpact | null>(null);
  const confirmImpact = (weighed: ImpactPreview): Promise<ImpactDecision> =>
    new Promise((resolve) => {
      setImpact({
        ...weighed,
        onDecide: (answer) => {
          setImpact(null);
          resolve(answer);
        },
      });
    });
  return { impact, weigh: confirmImpact };
}
