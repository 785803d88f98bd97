import { demoScreens } from "#demos/web.ts";
import { sessionSource } from "#features/access/session/web/sessionSource.ts";
import { featureScreens } from "#features/web.ts";
import { withSessionAhead } from "#hosts/browser/sessionAhead.ts";
import type { Transport } from "#web/call.ts";
import type { FindRecords } from "#web/layout/findRecords.ts";
import type { LoadListViews } from "#web/list/listViewSource.ts";
import { startWeb } from "#web/startWeb.tsx";

// Set by the bundler (tools/vite.mjs): where the API is, and which release this is.
declare const __BROWSER_HOST__: boolean;
declare const __VERSION__: string;

const overNetwork: Transport = withSessionAhead((request) => fetch(request));

const findRecords: FindRecords = async (...search) =>
  (await import("#features/platform/search/web/recordSource.ts")).findRecords(...search);

const listViews: LoadListViews = async () =>
  (await import("#features/platform/views/web/viewSource.ts")).loadViewCalls();

/** Enough for the first screen to be drawn and to have its rows. */
const otherClientsAfterMs = 1000;

async function startPage() {
  const screens = [...featureScreens, ...demoScreens];
  // The import stays inside the condition, so that the Node host's page does not contain the worker and the
  // demonstration.
  if (__BROWSER_HOST__) {
    const [{ startInBrowserApi }, { DemonstrationNote }, { SampleBadge }] = await Promise.all([
      import("#hosts/browser/inBrowserApi.ts"),
      import("#features/access/session/web/DemonstrationNote.tsx"),
      import("#web/layout/SampleBadge.tsx"),
    ]);
    const { transport, whenStarted, reset, serveOtherClients } = startInBrowserApi();
    const demonstration = { EntranceNote: DemonstrationNote, Badge: SampleBadge, onReset: reset };
    const release = { version: __VERSION__, demonstration };
    await whenStarted;
    await startWeb({ transport, screens, session: sessionSource, findRecords, listViews, release });
    // Later, because the product's own pages do not need it.
    setTimeout(() => void serveOtherClients(), otherClientsAfterMs);
  } else {
    const release = { version: __VERSION__, demonstration: null };
    await startWeb({ transport: overNetwork, screens, session: sessionSource, findRecords, listViews, release });
  }
}

await startPage();
