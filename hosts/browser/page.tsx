import { demoScreens } from "#demos/web.ts";
import { sessionSource } from "#features/session/web/sessionSource.ts";
import { featureScreens } from "#features/web.ts";
import type { Transport } from "#web/call.ts";
import { startWeb } from "#web/startWeb.tsx";

/** Set by the bundler: whether the API runs in this page's worker or behind the network. */
declare const __BROWSER_HOST__: boolean;

const overNetwork: Transport = (request) => fetch(request);

// The import stays inside the condition, so that the Node host's page carries nothing of the worker.
const transport = __BROWSER_HOST__ ? (await import("#hosts/browser/inBrowserApi.ts")).startInBrowserApi() : overNetwork;

await startWeb({ transport, screens: [...featureScreens, ...demoScreens], session: sessionSource });
