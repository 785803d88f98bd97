import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { providers } from "#features/access/providers/contract.ts";
import { type PendingSignIn, pendingSignInKey } from "#features/access/providers/rules.ts";
import { call } from "#web/call.ts";
import { textOf } from "#web/textOf.ts";
import { useTransport } from "#web/transport.ts";

/** Redirects to a provider's own pages, and stores in this tab what the return needs. */
export function useProviderSignIn(onFail: (reason: string | null) => void) {
  const transport = useTransport();
  const { redirect }: { redirect?: string } = useSearch({ strict: false });
  /** The provider whose pages are being requested. */
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  const leave = async (provider: string) => {
    onFail(null);
    setLeavingFor(provider);
    try {
      const { url, ticket } = await call(transport, providers.begin, { provider });
      const pending: PendingSignIn = { provider, ticket, ...(redirect === undefined ? {} : { redirect }) };
      sessionStorage.setItem(pendingSignInKey, JSON.stringify(pending));
      location.assign(url);
    } catch (error) {
      onFail(textOf(error));
      setLeavingFor(null);
    }
  };
  return { leave, leavingFor, redirect };
}
