import type { Transport } from "#web/call.ts";
import type { SessionAhead } from "#web/layout/firstRequests.ts";

/** Answers a request that `boot.js` has sent ahead with that response. If it failed, the request is sent after all. */
export const withSessionAhead =
  (transport: Transport): Transport =>
  (request) => {
    const response = takeResponse(request);
    if (response === undefined) return transport(request);
    return Promise.race([response.catch(() => transport(request)), abortOf(request.signal)]);
  };

function takeResponse({ method, url, headers }: Request): Promise<Response> | undefined {
  const ahead: SessionAhead | undefined = window.sessionAhead;
  const place = url.slice(location.origin.length);
  const response = ahead?.responses[place];
  if (ahead === undefined || response === undefined || method !== "GET") return undefined;
  // The second request of a path asks whether something has changed.
  delete ahead.responses[place];
  return headers.get("x-access-token") === ahead.token ? response : undefined;
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
