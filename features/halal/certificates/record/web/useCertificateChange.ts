import { useState } from "react";
import type { Input, Operation, Output } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { useCertificateRefresh } from "#features/halal/certificates/record/web/useCertificateRefresh.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import type { PreviewToken } from "#web/record/saveWithPreview.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

type ChangeOperation = Operation & { readonly output: typeof certificates.submit.output };

type SendOptions = {
  readonly done?: string;
  readonly isQuiet?: boolean;
  /** Confirms the impact and then writes. Null: the user cancelled. */
  readonly ask?: (write: (asShown: PreviewToken) => Promise<Certificate>) => Promise<Certificate | null>;
};

/** Sends a change of one certificate and shows the result. A refusal is shown; `error` is the last one. */
export function useCertificateChange() {
  const { transport, queryClient } = useApiClient();
  const keep = useCertificateRefresh();
  const toast = useToast();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const send = async <Op extends ChangeOperation>(
    operation: Op,
    input: Input<Op>,
    { done, isQuiet = false, ask = (write) => write({}) }: SendOptions = {},
  ): Promise<Certificate | null> => {
    setPending(true);
    setError(null);
    const write = async (asShown: PreviewToken) =>
      (await call(transport, operation, { ...(input as object), ...asShown } as Input<Op>)) as Output<Op> & Certificate;
    try {
      const certificate = await ask(write);
      if (certificate === null) return null;
      await keep(certificate);
      if (done !== undefined) toast({ text: done });
      return certificate;
    } catch (failure) {
      // The next attempt starts from the current certificate.
      if (isConflict(failure)) await refresh(queryClient, [certificates.get, certificates.listLines]);
      setError(failure);
      if (!isQuiet) toast({ variant: "error", text: textOf(failure) });
      return null;
    } finally {
      setPending(false);
    }
  };
  return { send, isPending, error, forget: () => setError(null) };
}

const isConflict = (failure: unknown) =>
  failure instanceof Refusal && failure.code === commonRefusals.version_conflict.code;
