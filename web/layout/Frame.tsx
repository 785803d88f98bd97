import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useLayoutEffect, useState } from "react";
import styles from "#web/layout/Frame.module.css";
import { type FrameLayer, FrameLayersContext } from "#web/layout/frameLayers.ts";
import { frameParts } from "#web/layout/frameMeasures.ts";
import { MenuButton } from "#web/layout/MenuButton.tsx";
import { RouteProgress } from "#web/layout/RouteProgress.tsx";
import { Toolbar } from "#web/layout/Toolbar.tsx";
import { useFold } from "#web/layout/useFold.ts";
import { useFrameKeys } from "#web/layout/useFrameKeys.ts";
import { useFrameSettings, useMeasures } from "#web/layout/useFrameSettings.ts";
import { useWhenIdle } from "#web/layout/useWhenIdle.ts";
import { queryClientOf } from "#web/operations.ts";
import { useSignedInUser } from "#web/session.tsx";
import { readSettings } from "#web/settings/settings.ts";
import { useTransport } from "#web/transport.ts";
import { createKeyboard, type Keyboard } from "#web/ui/keyboard.ts";
import { ConfirmProvider } from "#web/ui/useConfirm.tsx";
import { KeyboardContext } from "#web/ui/useKeys.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

const preloadLayers = () => import("#web/layout/preloadLayers.ts").then((module) => module.preloadLayers());
const FrameLayers = lazy(() =>
  import("#web/layout/FrameLayers.tsx").then((module) => ({ default: module.FrameLayers })),
);
const Footer = lazy(() => import("#web/layout/Footer.tsx").then((module) => ({ default: module.Footer })));
const ViewAsBanner = lazy(() =>
  import("#web/layout/ViewAsBanner.tsx").then((module) => ({ default: module.ViewAsBanner })),
);
const Companions = lazy(() => import("#web/layout/Companions.tsx").then((module) => ({ default: module.Companions })));

/** The layout of every screen except the bare ones: cache, keys, menu, toolbar and dialogs. */
export function Frame() {
  const keyboard = useWindowKeyboard();
  return (
    <QueryClientProvider client={queryClientOf(useTransport())}>
      <KeyboardContext value={keyboard}>
        <ConfirmProvider>
          <FramedScreen />
        </ConfirmProvider>
      </KeyboardContext>
    </QueryClientProvider>
  );
}

function useWindowKeyboard(): Keyboard {
  const [keyboard] = useState(() => createKeyboard(undefined, () => readSettings().singleKeys));
  useLayoutEffect(() => {
    addEventListener("keydown", keyboard.notice, { capture: true });
    addEventListener("keydown", keyboard.handle);
    return () => {
      removeEventListener("keydown", keyboard.notice, { capture: true });
      removeEventListener("keydown", keyboard.handle);
    };
  }, [keyboard]);
  return keyboard;
}

function FramedScreen() {
  const isPhone = useIsPhone();
  const user = useSignedInUser();
  const hasMenu = user !== null;
  const { settings, Layout, themeOf } = useFrameSettings();
  const { config } = settings.layout;
  const { isFolded, fold } = useFold();
  const [open, setOpen] = useState<FrameLayer | null>(null);
  const surroundings = { isPhone, hasMenu, isFolded };
  const parts = frameParts(settings.layout, surroundings);
  const hasNavbar = parts.hasSideMenu || parts.hasMenuBar;
  const isBrandInToolbar = parts.hasMenuBar && config.toolbar.position === "above";
  useMeasures(settings.layout, surroundings);
  useWhenIdle(preloadLayers);
  useFrameKeys({
    onHelp: () => setOpen("keys"),
    onSearch: () => setOpen("search"),
    onFold: () => (parts.hasSideMenu ? fold(!isFolded) : setOpen("menu")),
  });
  const toolbar = parts.hasToolbar && (
    <Toolbar
      theme={themeOf("toolbar")}
      isStatic={!isPhone && config.toolbar.style === "static"}
      hasBrand={!hasMenu || (!isPhone && (!hasNavbar || isBrandInToolbar))}
      hasMenuButton={hasMenu && !hasNavbar}
      panels={{ quick: config.leftSidePanel.display, chat: config.rightSidePanel.display }}
    />
  );
  const footer = parts.hasFooter && (
    <Suspense fallback={<div className={styles.footerSpace} />}>
      <Footer theme={themeOf("footer")} isStatic={config.footer.style === "static"} />
    </Suspense>
  );
  const menu = { hasMenu: hasNavbar, isFolded, onFold: () => fold(!isFolded), onKeys: () => setOpen("keys") };
  return (
    <FrameLayersContext value={setOpen}>
      <div
        className={styles.frame}
        data-scroll={parts.isScrolledByPage ? "page" : "content"}
        data-mode={isPhone ? undefined : config.mode}
      >
        <SkipLink />
        <RouteProgress />
        <Layout config={config} themeOf={themeOf} {...menu} toolbar={toolbar} footer={footer}>
          <Suspense>{user?.viewedAs && <ViewAsBanner />}</Suspense>
          <main id="main" tabIndex={-1} className={styles.main} data-without-toolbar={!parts.hasToolbar || undefined}>
            {/* What a screen waits for never hides the frame. */}
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </Layout>
        {hasMenu && !hasNavbar && !parts.hasToolbar && (
          // Without it only keys would lead anywhere.
          <div className={styles.floating}>
            <MenuButton />
          </div>
        )}
        <Suspense>
          {open !== null && <FrameLayers open={open} onClose={() => setOpen(null)} theme={themeOf("navbar")} />}
        </Suspense>
        <Suspense>{hasMenu && <Companions />}</Suspense>
      </div>
    </FrameLayersContext>
  );
}

function SkipLink() {
  const messages = useMessages();
  return (
    <a className={styles.skip} href="#main">
      {messages("frame.skip")}
    </a>
  );
}
