import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Refusal } from "#base/refusal.ts";
import { App } from "#web/App.tsx";
import type { Transport } from "#web/call.ts";
import { createSession } from "#web/createSession.ts";
import "#web/fonts.css";
import "#web/tokens.css";
import "#web/mantine.css";
import "#web/theme.css";
import "#web/kit.css";
import "#web/base.css";
import { startMessages, wordsFor } from "#web/i18n.ts";
import type { FindRecords } from "#web/layout/findRecords.ts";
import type { Release } from "#web/layout/release.ts";
import { showSplash } from "#web/layout/splash.ts";
import { keepFocusWithScreen } from "#web/layout/screenFocus.ts";
import { knownScreensOf } from "#web/layout/knownScreens.ts";
import type { LoadListViews } from "#web/list/listViewSource.ts";
import { onRedirect } from "#web/redirects.ts";
import { type AppRouter, createAppRouter } from "#web/router.tsx";
import type { Screens } from "#web/screens.ts";
import type { SessionNotice, SessionSource } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { createToasts, type Toasts } from "#web/ui/toasts.ts";

export type WebParts = {
  /** How to reach the API: over the network, or in this browser. */
  readonly transport: Transport;
  readonly screens: readonly Screens[];
  readonly session: SessionSource;
  readonly findRecords: FindRecords;
  readonly listViews: LoadListViews;
  readonly release: Release;
};

/** Starts the application in `#root`. The splash of the page stays until the stored token is checked. */
export async function startWeb({ transport, screens, session: source, release, ...sources }: WebParts): Promise<void> {
  if (location.search.includes("defaultSettings"))
    (await import("#web/settings/addressSettings.ts")).applyAddressSettings(location.search);
  const toasts = createToasts();
  // A notice needs messages; the check of the token does not wait for them.
  const messages = startMessages();
  const session = createSession({
    source,
    transport,
    storage: localStorage,
    announce: (notice) => void messages.then(() => announce(toasts, notice)),
    applySettings: async (settings) => {
      await messages;
      await (await import("#web/settings/applySettings.ts")).applySettings(settings);
    },
  });
  const checked = session.start();
  const router = createAppRouter(screens, session);
  const isChecking = session.read().status === "checking";
  if (isChecking) loadScreen(router);
  await messages;
  if (session.read().status === "checking") showSplash(wordsFor("session.loggingIn") ?? "");
  await Promise.all([checked, fontsOrTime()]);

  addEventListener("storage", session.handleStorage);
  keepFocusWithScreen(router);
  onRedirect((path) => router.history.push(path));
  session.subscribe(() => void router.invalidate());

  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no #root");
  createRoot(root, { onCaughtError: reportFlaw }).render(
    <StrictMode>
      <App parts={{ session, router, toasts, release, knownScreens: knownScreensOf(screens), ...sources }} />
    </StrictMode>,
  );
}

/** Waits for the fonts of the language, at most a second, so that no text moves when they come. */
async function fontsOrTime(): Promise<unknown> {
  const text = `a${wordsFor("session.loggingIn")}`;
  const fonts = document.fonts.load("1em 'Inter Variable', 'Vazirmatn Variable'", text).catch(() => []);
  return Promise.race([fonts, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

/** Loads the code of the screen that the address names, while the token is checked. The router reports what fails. */
function loadScreen(router: AppRouter): void {
  const { pathname, search } = router.latestLocation;
  for (const { routeId } of router.matchRoutes(pathname, search)) {
    const route = router.routesById[routeId];
    if (route) void Promise.resolve(router.loadRouteChunk(route)).catch(() => {});
  }
}

/** A refusal that a screen has shown is not a defect of it. */
function reportFlaw(error: unknown): void {
  if (!(error instanceof Refusal)) console.error(error);
}

async function announce(toasts: Toasts, notice: SessionNotice): Promise<void> {
  if (notice.kind === "ended") return void toasts.show({ variant: "error", text: textOf(notice.refusal) });
  const { announceSignIn } = await import("#web/layout/announceSignIn.ts");
  announceSignIn(toasts, notice, document);
}
