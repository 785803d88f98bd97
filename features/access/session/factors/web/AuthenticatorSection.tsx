import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Output } from "#base/contract.ts";
import { type Factors, factors as operations } from "#features/access/session/contract/factors.ts";
import type { useProof } from "#features/access/session/factors/web/useProof.tsx";
import { formatDate } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// Loads the QR code renderer too.
const AuthenticatorDialog = lazy(() =>
  import("#features/access/session/factors/web/AuthenticatorDialog.tsx").then((module) => ({
    default: module.AuthenticatorDialog,
  })),
);

type AuthenticatorSectionProps = {
  readonly factors: Factors;
  readonly prove: ReturnType<typeof useProof>["prove"];
  /** With recovery codes, if there were none yet. */
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
};

/** The authenticator app: status, setup, removal. */
export function AuthenticatorSection({ factors, prove, onAdded }: AuthenticatorSectionProps) {
  const messages = useMessages("account");
  const language = useLanguage();
  const toast = useToast();
  const start = useWrite(operations.startAuthenticator);
  const remove = useWrite(operations.removeAuthenticator, { refreshes: [operations.readFactors] });
  const [started, setStarted] = useState<Output<typeof operations.startAuthenticator> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { authenticatorSince } = factors;
  const showError = (error: unknown) => toast({ variant: "error", text: textOf(error) });
  const handleStart = async () => {
    try {
      const begun = await prove((proof) => start.mutateAsync({ proof }));
      if (begun === null) return;
      setStarted(begun);
      setOpen(true);
    } catch (error) {
      showError(error);
    }
  };
  const handleRemove = async () => {
    try {
      const removed = await prove(async (proof) => {
        await remove.mutateAsync({ proof });
        return true;
      });
      if (removed) toast({ text: messages("factors.app.removed") });
    } catch (error) {
      showError(error);
    }
  };
  const handleConfirmed = (recoveryCodes: readonly string[]) => {
    setOpen(false);
    // No other dialog may cover codes that are shown only once.
    if (recoveryCodes.length === 0) toast({ text: messages("factors.app.added") });
    onAdded(recoveryCodes);
  };
  return (
    <CardSection
      id="authenticator"
      title={messages("factors.app.title")}
      lead={messages("factors.app.lead")}
      badge={
        authenticatorSince !== null && (
          <StatusBadge tone="ok">
            {messages("factors.app.since", { date: formatDate(language, authenticatorSince) })}
          </StatusBadge>
        )
      }
    >
      <Button
        variant="default"
        loading={start.isPending || remove.isPending}
        onClick={() => void (authenticatorSince === null ? handleStart() : handleRemove())}
      >
        {messages(authenticatorSince === null ? "factors.app.add" : "factors.app.remove")}
      </Button>
      {started && (
        <Suspense>
          <AuthenticatorDialog
            started={started}
            isOpen={isOpen}
            onConfirmed={handleConfirmed}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </CardSection>
  );
}
