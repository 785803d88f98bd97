import { createContext, use } from "react";
import type { Transport } from "#web/call.ts";

/**
 * How this user's calls are sent. Another user gets another function, and with it a cache of their own
 * (`queryClientOf`), so that no user sees what another user read.
 */
export const TransportContext = createContext<Transport | null>(null);

export function useTransport(): Transport {
  const transport = use(TransportContext);
  if (transport === null) throw new Error("no transport: render inside startWeb");
  return transport;
}
