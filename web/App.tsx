import { DirectionProvider, MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Transport } from "#web/call.ts";
import { type FindRecords, FindRecordsContext } from "#web/layout/findRecords.ts";
import { type KnownScreens, KnownScreensContext } from "#web/layout/knownScreens.ts";
import { type Release, ReleaseContext } from "#web/layout/release.ts";
import { hideSplash, showSplash } from "#web/layout/splash.ts";
import { UnreachableScreen } from "#web/layout/UnreachableScreen.tsx";
import { ListViewsContext, type LoadListViews } from "#web/list/listViewSource.ts";
import type { AppRouter } from "#web/router.tsx";
import { type Session, SessionContext } from "#web/session.tsx";
import { colorSchemes, theme } from "#web/theme.ts";
import { TransportContext } from "#web/transport.ts";
import { Toaster } from "#web/ui/Toaster.tsx";
import { type Toasts, ToastsContext } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

export type AppParts = {
  readonly session: Session;
  readonly router: AppRouter;
  readonly toasts: Toasts;
  readonly release: Release;
  readonly knownScreens: KnownScreens;
  readonly findRecords: FindRecords;
  readonly listViews: LoadListViews;
};

/** The application: the providers and layout shared by all screens, around the current screen. */
export const App = ({ parts }: { readonly parts: AppParts }) => (
  <DirectionProvider>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      // Declared in theme.css: Trusted Types would refuse a style element from the kit.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Shared parts={parts}>
        <CurrentScreen session={parts.session} router={parts.router} />
        <Toaster toasts={parts.toasts} />
      </Shared>
    </MantineProvider>
  </DirectionProvider>
);

function Shared({ parts, children }: { readonly parts: AppParts; readonly children: ReactNode }) {
  return (
    <SessionContext value={parts.session}>
      <TransportContext value={usePersonalTransport(parts.session)}>
        <ToastsContext value={parts.toasts}>
          <ReleaseContext value={parts.release}>
            <KnownScreensContext value={parts.knownScreens}>
              <FindRecordsContext value={parts.findRecords}>
                <ListViewsContext value={parts.listViews}>{children}</ListViewsContext>
              </FindRecordsContext>
            </KnownScreensContext>
          </ReleaseContext>
        </ToastsContext>
      </TransportContext>
    </SessionContext>
  );
}

/**
 * The session's transport, as a new function for each user, each set of permissions and each view-as identity, so that
 * each has a cache of its own.
 */
function usePersonalTransport(session: Session): Transport {
  const state = useSyncExternalStore(session.subscribe, session.read);
  const eyes =
    state.status === "signedIn"
      ? `${state.person.userId} ${state.rights} ${JSON.stringify(state.person.viewedAs)}`
      : null;
  return useMemo(() => transportOf(session, eyes), [session, eyes]);
}

const transportOf =
  (session: Session, _eyes: string | null): Transport =>
  (request) =>
    session.transport(request);

function CurrentScreen({ session, router }: Pick<AppParts, "session" | "router">) {
  const messages = useMessages();
  const { status } = useSyncExternalStore(session.subscribe, session.read);
  useEffect(() => {
    if (status === "checking") showSplash(messages("session.loggingIn"));
    else if (status === "unreachable") hideSplash();
    else return router.subscribe("onRendered", hideSplash);
    return undefined;
  }, [status, router, messages]);
  if (status === "checking") return null;
  if (status === "unreachable") return <UnreachableScreen session={session} />;
  return <RouterProvider router={router} />;
}
