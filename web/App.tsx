import { DirectionProvider, MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { type KnownScreens, KnownScreensContext } from "#web/layout/useMenu.ts";
import { type Release, ReleaseContext } from "#web/layout/release.ts";
import { hideSplash, showSplash } from "#web/layout/splash.ts";
import { UnreachableScreen } from "#web/layout/UnreachableScreen.tsx";
import { TransportContext } from "#web/operations.ts";
import type { AppRouter } from "#web/router.tsx";
import { type Session, SessionContext } from "#web/session.tsx";
import { colorSchemes, theme } from "#web/theme.ts";
import type { Keyboard } from "#web/ui/keyboard.ts";
import { Toaster } from "#web/ui/Toaster.tsx";
import { type Toasts, ToastsContext } from "#web/ui/toasts.ts";
import { ConfirmProvider } from "#web/ui/useConfirm.tsx";
import { KeyboardContext } from "#web/ui/useKeys.ts";
import { useWords } from "#web/useWords.ts";

export type AppParts = {
  readonly session: Session;
  readonly router: AppRouter;
  readonly queryClient: QueryClient;
  readonly toasts: Toasts;
  readonly keyboard: Keyboard;
  readonly release: Release;
  readonly knownScreens: KnownScreens;
};

/** The application: what is shared by all screens around the one that is shown. */
export const App = ({ parts }: { readonly parts: AppParts }) => (
  <DirectionProvider>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      // Told in theme.css: a style element of the kit's own would be refused by Trusted Types.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Shared parts={parts}>
        <ConfirmProvider>
          <CurrentScreen session={parts.session} router={parts.router} />
        </ConfirmProvider>
        <Toaster toasts={parts.toasts} />
      </Shared>
    </MantineProvider>
  </DirectionProvider>
);

function Shared({ parts, children }: { readonly parts: AppParts; readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={parts.queryClient}>
      <SessionContext value={parts.session}>
        <TransportContext value={parts.session.transport}>
          <ToastsContext value={parts.toasts}>
            <KeyboardContext value={parts.keyboard}>
              <ReleaseContext value={parts.release}>
                <KnownScreensContext value={parts.knownScreens}>{children}</KnownScreensContext>
              </ReleaseContext>
            </KeyboardContext>
          </ToastsContext>
        </TransportContext>
      </SessionContext>
    </QueryClientProvider>
  );
}

function CurrentScreen({ session, router }: Pick<AppParts, "session" | "router">) {
  const words = useWords();
  const { status } = useSyncExternalStore(session.subscribe, session.read);
  useEffect(() => {
    if (status === "checking") showSplash(words("session.loggingIn"));
    else if (status === "unreachable") hideSplash();
    else return router.subscribe("onRendered", hideSplash);
    return undefined;
  }, [status, router, words]);
  if (status === "checking") return null;
  if (status === "unreachable") return <UnreachableScreen session={session} />;
  return <RouterProvider router={router} />;
}
