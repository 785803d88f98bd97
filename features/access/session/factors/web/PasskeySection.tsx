import { Button } from "@mantine/core";
import { newId } from "#web/newId.ts";
import { type Factors, factors as operations } from "#features/access/session/contract/factors.ts";
import styles from "#features/access/session/factors/web/FactorSections.module.css";
import { PasskeyLine } from "#features/access/session/factors/web/PasskeyLine.tsx";
import { useDevice } from "#features/access/session/sessions/web/useDevice.ts";
import type { useProof } from "#features/access/session/factors/web/useProof.tsx";
import { useWrite } from "#web/operations.ts";
import { hasPasskeys, makePasskey } from "#web/passkeys.ts";
import { textOf } from "#web/textOf.ts";
import { CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type PasskeySectionProps = {
  readonly factors: Factors;
  /** When they were read, in milliseconds. */
  readonly readAt: number;
  readonly prove: ReturnType<typeof useProof>["prove"];
  /** With recovery codes, if there were none yet. */
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
};

/** The user's passkeys, and a button to add this device. */
export function PasskeySection({ factors, readAt, prove, onAdded }: PasskeySectionProps) {
  const messages = useMessages("account");
  const toast = useToast();
  const { name } = useDevice(navigator.userAgent);
  const start = useWrite(operations.startPasskey);
  const add = useWrite(operations.addPasskey, { refreshes: [operations.readFactors] });
  const handleAdd = async () => {
    try {
      const order = await prove((proof) => start.mutateAsync({ proof }));
      const credential = order && (await makePasskey(order));
      if (order === null) return;
      if (credential === null) {
        toast({ variant: "info", text: messages("factors.passkeys.notMade") });
        return;
      }
      const input = { id: newId(), name, challenge: order.challenge, credential };
      const { recoveryCodes } = await add.mutateAsync(input);
      // No other dialog may cover codes that are shown only once.
      if (recoveryCodes.length === 0) toast({ text: messages("factors.passkeys.added") });
      onAdded(recoveryCodes);
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
  return (
    <CardSection id="passkeys" title={messages("factors.passkeys.title")} lead={messages("factors.passkeys.lead")}>
      {factors.passkeys.length > 0 && (
        <div className={styles.passkeys}>
          <CardLines>
            {factors.passkeys.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} readAt={readAt} prove={prove} />
            ))}
          </CardLines>
        </div>
      )}
      {hasPasskeys() ? (
        <Button variant="default" loading={start.isPending || add.isPending} onClick={() => void handleAdd()}>
          {messages("factors.passkeys.add")}
        </Button>
      ) : (
        <p className={styles.note}>{messages("factors.passkeys.notHere")}</p>
      )}
    </CardSection>
  );
}
