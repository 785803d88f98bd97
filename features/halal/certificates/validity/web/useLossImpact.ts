import { certificates } from "#features/halal/certificates/contract.ts";
import { useImpact } from "#web/impact/useImpact.ts";

type LossInput = {
  readonly id: string;
  readonly version: number;
  readonly step: "suspend" | "withdraw" | "reduceScope";
  readonly lineIds?: readonly string[];
  readonly isEnabled?: boolean;
};

/** What a loss would bring about. */
export function useLossImpact({ id, version, step, lineIds, isEnabled = true }: LossInput) {
  const isWithdrawal = step === "withdraw";
  const withdrawal = useImpact(
    certificates.previewWithdrawal,
    { id },
    { version, isEnabled: isEnabled && isWithdrawal },
  );
  const input = { id, step: isWithdrawal ? "suspend" : step, ...(lineIds ? { lineIds: [...lineIds] } : {}) } as const;
  const other = useImpact(certificates.previewImpact, input, { version, isEnabled: isEnabled && !isWithdrawal });
  return isWithdrawal ? withdrawal : other;
}
