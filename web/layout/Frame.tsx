import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useLayoutEffect, useState } from "react";
import styles from "#web/layout/Frame.module.css";
import { RouteProgress } from "#web/layout/RouteProgress.tsx";
import { areSingleKeysOn } from "#web/layout/singleKeys.ts";
import { SideMenu } from "#web/layout/SideMenu.tsx";
import { Toolbar } from "#web/layout/Toolbar.tsx";
import { useFold } from "#web/layout/useFold.ts";
import { useFrameKeys } from "#web/layout/useFrameKeys.ts";
import { ViewAsBanner } from "#web/layout/ViewAsBanner.tsx";
import { queryClientOf } from "#web/operations.ts";
import { useSignedInUser } from "#web/session.tsx";
import { useTransport } from "#web/transport.ts";
import { createKeyboard, type Keyboard } from "#web/ui/keyboard.ts";
import { ConfirmProvider } from "#web/ui/useConfirm.tsx";
import { KeyboardContext } from "#web/ui/useKeys.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useWhenIdle } from "#web/layout/useWhenIdle.ts";
import { useMessages } from "#web/useMessages.ts";

const MenuDrawer = lazy(() => import("#web/layout/MenuDrawer.tsx").then((module) => ({ default: module.MenuDrawer })));
const loadPalette = () => import("#web/layout/CommandPalette.tsx");
const CommandPalette = lazy(() => loadPalette().then((module) => ({ default: module.CommandPalette })));
/** Preloads what the next key press or click may open, so that typing or a question doesn't wait for the network. */
const loadLayers = () =>
  Promise.all([
    loadPalette(),
    import("#web/ui/DialogLayer.tsx"),
    import("#web/ui/SidePanelLayer.tsx"),
    import("#web/ui/ConfirmDialog.tsx"),
  ]);
const KeysDialog = lazy(() => import("#web/layout/KeysDialog.tsx").then((module) => ({ default: module.KeysDialog })));

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
  const [keyboard] = useState(() => createKeyboard(undefined, areSingleKeysOn));
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
  const messages = useMessages();
  const isPhone = useIsPhone();
  const hasMenu = useSignedInUser() !== null;
  const { isFolded, fold } = useFold();
  const [open, setOpen] = useState<"menu" | "search" | "keys" | null>(null);
  const close = () => setOpen(null);
  useWhenIdle(loadLayers);
  useFrameKeys({
    onHelp: () => setOpen("keys"),
    onSearch: () => setOpen("search"),
    onFold: () => (isPhone ? setOpen("menu") : fold(!isFolded)),
  });
  return (
    <div className={styles.frame} data-folded={isFolded || undefined} data-menu={hasMenu || undefined}>
      <a className={styles.skip} href="#main">
        {messages("frame.skip")}
      </a>
      <RouteProgress />
      {hasMenu && !isPhone && (
        <SideMenu isFolded={isFolded} onFold={() => fold(!isFolded)} onKeys={() => setOpen("keys")} />
      )}
      <div className={styles.side}>
        <Toolbar onMenu={() => setOpen("menu")} onSearch={() => setOpen("search")} />
        <ViewAsBanner />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {isPhone && open === "menu" && <MenuDrawer onClose={close} />}
        {open === "search" && <CommandPalette onClose={close} />}
        {open === "keys" && <KeysDialog onClose={close} />}
      </Suspense>
      <Suspense>{hasMenu && <Companions />}</Suspense>
    </div>
  );
}
