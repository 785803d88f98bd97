import { Button } from "@mantine/core";
import { factors as operations } from "#features/access/session/contract/factors.ts";
import { recoveryCodesFew } from "#features/access/session/rules.ts";
import type { useProof } from "#features/access/session/factors/web/useProof.tsx";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type RecoveryCodesSectionProps = {
  readonly left: number;
  readonly prove: ReturnType<typeof useProof>["prove"];
  readonly onMade: (recoveryCodes: readonly string[]) => void;
};

/** The number of recovery codes left, with a warning when they run low, and a button to create new ones. */
export function RecoveryCodesSection({ left, prove, onMade }: RecoveryCodesSectionProps) {
  const messages = useMessages("account");
  const toast = useToast();
  const renew = useWrite(operations.renewRecoveryCodes, { refreshes: [operations.readFactors] });
  const isShort = left <= recoveryCodesFew;
  const handleRenew = async () => {
    try {
      const made = await prove((proof) => renew.mutateAsync({ proof }));
      if (made !== null) onMade(made.recoveryCodes);
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
  return (
    <CardSection
      id="recovery-codes"
      title={messages("factors.codes.title")}
      lead={messages(isShort ? "factors.codes.short" : "factors.codes.lead")}
      badge={
        <StatusBadge tone={isShort ? "warn" : "mute"}>{messages("factors.codes.left", { count: left })}</StatusBadge>
      }
    >
      <Button variant="default" loading={renew.isPending} onClick={() => void handleRenew()}>
        {messages("factors.codes.renew")}
      </Button>
    </CardSection>
  );
}
