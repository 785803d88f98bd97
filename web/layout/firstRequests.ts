import { readStored, writeStored } from "#web/ui/useStored.ts";

/**
 * What `boot.js` requests before the page's own script is loaded: who has the stored token, their menu, and what the
 * screen of this address requested first the last time; by path and query. Those that were used are not in it any more.
 */
export type SessionAhead = { readonly token: string; readonly responses: Record<string, Promise<Response>> };

declare global {
  interface Window {
    readonly sessionAhead?: SessionAhead;
  }
}

/** The first request of each screen, by its address. `boot.js` reads it. */
const firstRequestsKey = "mizan.firstRequests";
const addressesMax = 40;
const lengthMax = 500;

/**
 * Remembers what the screen that the page was opened with requested first. Not where someone searched: what they looked
 * for may be about a person, and stays on the device.
 */
export function rememberFirstRequest(): void {
  const ahead = window.sessionAhead;
  const [page] = performance.getEntriesByType("navigation");
  if (ahead === undefined || page === undefined) return;
  const address = placeOf(page.name);
  const first = requestedPlaces().find((place) => !isOfEveryScreen.test(place) && !(place in ahead.responses));
  if (first === undefined || /[?&]search=/.test(address) || address.length + first.length > lengthMax) return;
  const remembered = readStored<Record<string, string>>(firstRequestsKey) ?? {};
  const known = Object.entries(remembered).filter(([each]) => each !== address);
  const kept = [...known, [address, first] as const].slice(-addressesMax);
  writeStored(firstRequestsKey, Object.fromEntries(kept));
}

/** Also the stream of changes: requested ahead, it would stay open beside the page's own. */
const isOfEveryScreen = /^\/(api\/v1\/session\b|api\/events\/|ad_main_perm\/)/;

const requestedPlaces = () =>
  (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
    .filter(({ initiatorType, name }) => initiatorType === "fetch" && name.startsWith(`${location.origin}/`))
    .map(({ name }) => placeOf(name));

function placeOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
