import { useState } from "react";
import type { OpenImpact, WeighAnswer, Weighed } from "#web/record/saveWithPreview.ts";

/** What saving would bring about, while somebody looks at it: drawn by `WeighedImpact`. `weigh` waits for the answer. */
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
