import { useState } from "react";
import { Refusal } from "#base/refusal.ts";
import { requestToken } from "#features/session/web/sessionSource.ts";
import { useTransport } from "#web/transport.ts";
import { useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useWords } from "#web/useWords.ts";

/** Signs in and enters. What went wrong is told in words that help; a fault in the specification's. */
export function useSignIn() {
  const words = useWords("session");
  const transport = useTransport();
  const session = useSession();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const explain = (error: unknown): string => {
    if (!(error instanceof Refusal) || error.code === "internal") return words("login.failed"); // spec 000 §8
    const seconds = Number(error.details.retryAfterSeconds);
    if (error.code !== "rate_limited" || !(seconds > 90)) return textOf(error);
    return words("login.wait", { count: Math.ceil(seconds / 60) });
  };
  const signIn = async (account: { readonly email: string; readonly password: string }) => {
    setFailure(null);
    setPending(true);
    try {
      await session.signIn(await requestToken(transport, account));
    } catch (error) {
      setFailure(explain(error));
      setPending(false);
    }
  };
  return { signIn, isPending, failure, fail: setFailure };
}
