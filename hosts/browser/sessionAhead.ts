import type { Transport } from "#web/call.ts";

/** What `boot.js` asks before the page's own script is loaded: who has the stored token, and their menu; by path. */
type SessionAhead = { readonly token: string; readonly responses: Record<string, Promise<Response>> };

declare global {
  interface Window {
    readonly sessionAhead?: SessionAhead;
  }
}

/** Answers the first such request with that response. If it failed, the request is sent after all. */
export const withSessionAhead =
  (transport: Transport): Transport =>
  (request) => {
    const response = takeResponse(request);
    if (response === undefined) return transport(request);
    return Promise.race([response.catch(() => transport(request)), abortOf(request.signal)]);
  };

function takeResponse({ method, url, headers }: Request): Promise<Response> | undefined {
  const ahead = window.sessionAhead;
  const { pathname } = new URL(url);
  const response = ahead?.responses[pathname];
  if (ahead === undefined || response === undefined || method !== "GET") return undefined;
  // The second request of a path asks whether something has changed.
  delete ahead.responses[pathname];
  return headers.get("x-access-token") === ahead.token ? response : undefined;
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
