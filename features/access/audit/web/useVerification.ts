import { useEffect, useState } from "react";
import { audit, type Verification } from "#features/access/audit/contract.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

export type VerificationState = {
  readonly entries: number;
  /** Of one part. */
  readonly part: number;
  /** Set when it is complete. */
  readonly result: Verification | null;
  readonly error: unknown;
};

const begun: VerificationState = { entries: 0, part: 0, result: null, error: null };

/** Verifies the chain part by part, from mount until unmount. */
export function useVerification(): VerificationState {
  const { transport, queryClient } = useApiClient();
  const [state, setState] = useState(begun);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const run = async () => {
      let entries = 0;
      let after: number | null = 0;
      while (after !== null) {
        const answer: Verification = await call(transport, audit.verify, { after }, { signal });
        entries += answer.entries;
        after = answer.next;
        const part = answer.next === null || answer.head === null ? 1 : answer.next / answer.head.number;
        setState({ entries, part, result: answer.next === null ? answer : null, error: null });
      }
      // The verification has written an entry of its own.
      await refresh(queryClient, [audit.list]);
    };
    run().catch((error: unknown) => {
      if (!signal.aborted) setState((last) => ({ ...last, error }));
    });
    return () => leaving.abort();
  }, [transport, queryClient]);
  return state;
}
