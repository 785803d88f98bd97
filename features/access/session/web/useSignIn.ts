import { startTransition, useState } from "react";
import { Refusal } from "#base/refusal.ts";
import type { FactorQuestion } from "#features/access/session/contract/factors.ts";
import { requestToken } from "#features/access/session/web/sessionSource.ts";
import { callRefusals } from "#web/call.ts";
import { useTransport } from "#web/transport.ts";
import { useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useMessages } from "#web/useMessages.ts";

/** Signs in and enters, or sets a `question` for the second step. Errors are shown with the server's message. */
export function useSignIn() {
  const messages = useMessages("session");
  const transport = useTransport();
  const session = useSession();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [question, setQuestion] = useState<FactorQuestion | null>(null);

  const explain = (error: unknown): string => {
    // The server's message in any format, or the specification's (spec 000 §8).
    if (!hasAnswered(error) || error.message === "") return messages("login.failed");
    const seconds = Number(error.details.retryAfterSeconds);
    if (error.code !== "rate_limited" || !(seconds > 90)) return textOf(error);
    return messages("login.wait", { count: Math.ceil(seconds / 60) });
  };
  /** Enters with a token, however it was obtained. */
  const enterWith = async (askForToken: () => Promise<string>) => {
    setFailure(null);
    setPending(true);
    try {
      await session.signIn(await askForToken());
    } catch (error) {
      const isHalfDone = error instanceof Refusal && error.code === "second_factor_required";
      // The screen stays busy until the code of the second step is loaded.
      startTransition(() => {
        if (isHalfDone) setQuestion(error.details as FactorQuestion);
        else setFailure(explain(error));
        setPending(false);
      });
    }
  };
  const signIn = (account: { readonly email: string; readonly password: string }) =>
    enterWith(() => requestToken(transport, account));
  /** Returns to the password, with the reason if there is one. */
  const beginAgain = (reason: string | null) => {
    setQuestion(null);
    setFailure(reason);
  };
  return { signIn, enterWith, isPending, failure, fail: setFailure, question, beginAgain };
}

const noAnswer = new Set([callRefusals.timeout.code, callRefusals.unreachable.code]);
const hasAnswered = (error: unknown): error is Refusal => error instanceof Refusal && !noAnswer.has(error.code);
