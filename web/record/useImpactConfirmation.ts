import { useState } from "react";
import type { OpenImpact, WeighAnswer, Weighed } from "#web/record/saveWithPreview.ts";

/** The impact of saving, while the user looks at it: shown by `ImpactConfirmation`. `weigh` waits for the answer. */
export function useImpactConfirmation() {
  const [impact, setImpact] = useState<OpenImpact | null>(null);
  const weigh = (weighed: Weighed): Promise<WeighAnswer> =>
    new Promise((resolve) => {
      setImpact({
        ...weighed,
        onDecide: (answer) => {
          setImpact(null);
          resolve(answer);
        },
      });
    });
  return { impact, weigh };
}
