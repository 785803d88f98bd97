import { type ReactNode, useState } from "react";
import { Refusal } from "#base/refusal.ts";
import { ProofDialog } from "#features/access/session/factors/web/ProofDialog.tsx";
import { textOf } from "#web/textOf.ts";

/** A call that may require proof: first without one, then with what the user entered. */
type Attempt<Result> = (proof: string | undefined) => Promise<Result>;

type ProofRequest = { readonly send: (proof: string) => Promise<void>; readonly cancel: () => void };

/**
 * Runs calls that change how the user signs in. If the server requires proof, `dialog` asks for it, and the call is
 * repeated. Returns `null` if the user cancelled; other refusals are thrown.
 */
export function useProof(): {
  readonly prove: <Result>(attempt: Attempt<Result>) => Promise<Result | null>;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<ProofRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const ask = <Result,>(attempt: Attempt<Result>): Promise<Result | null> =>
    new Promise((resolve) => {
      const send = async (proof: string) => {
        const outcome = attempt(proof);
        const reason = await outcome.then(
          () => null,
          (error: unknown) => (isAboutProof(error) ? textOf(error) : null),
        );
        if (reason !== null) return setFailure(reason);
        setOpen(false);
        resolve(outcome);
      };
      setFailure(null);
      setAsked({ send, cancel: () => resolve(null) });
      setOpen(true);
    });
  const prove = async <Result,>(attempt: Attempt<Result>): Promise<Result | null> => {
    try {
      return await attempt(undefined);
    } catch (error) {
      if (error instanceof Refusal && error.code === "proof_required") return ask(attempt);
      throw error;
    }
  };
  const handleClose = () => {
    setOpen(false);
    asked?.cancel();
  };
  const dialog = asked && (
    <ProofDialog
      isOpen={isOpen}
      failure={failure}
      onSend={asked.send}
      onClose={handleClose}
      onChange={() => setFailure(null)}
    />
  );
  return { prove, dialog };
}

const aboutProof = new Set(["proof_wrong", "password_asked", "rate_limited"]);
const isAboutProof = (error: unknown) => error instanceof Refusal && aboutProof.has(error.code);
