import { useNavigate } from "@tanstack/react-router";
import { sectionKeys } from "#web/layout/sectionKeys.ts";
import { useMenu } from "#web/layout/useMenu.ts";
import { useSignedInUser } from "#web/session.tsx";
import type { KeyBinding } from "#web/ui/keyboard.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type FrameKeys = { readonly onHelp: () => void; readonly onSearch: () => void; readonly onFold: () => void };

/** The keys that work on every screen. */
export function useFrameKeys({ onHelp, onSearch, onFold }: FrameKeys): void {
  const messages = useMessages("layout");
  const everywhere = (keys: string, label: string, onKey: () => void): KeyBinding => ({
    keys,
    label,
    onKey,
    scope: "everywhere",
  });
  useKeys([
    everywhere("mod+k", messages("keys.search"), onSearch),
    // Screens with a search box of their own bind it to that.
    everywhere("/", messages("keys.search"), onSearch),
    everywhere("[", messages("keys.fold"), onFold),
    everywhere("?", messages("keys.help"), onHelp),
    // Also if single-character shortcuts are off.
    everywhere("mod+/", messages("keys.help"), onHelp),
    ...useSectionKeys(everywhere),
  ]);
}

/** `g h`, `g b`: to each section of this user's menu. */
function useSectionKeys(everywhere: (keys: string, label: string, onKey: () => void) => KeyBinding): KeyBinding[] {
  const messages = useMessages("layout");
  const navigate = useNavigate();
  const menu = useMenu();
  if (useSignedInUser() === null) return [];
  return menu.flatMap(({ title, url, children }) => {
    const email = sectionKeys[url];
    const to = children[0]?.url ?? url;
    return email ? [everywhere(`g ${email}`, messages("keys.goTo", { title }), () => void navigate({ to }))] : [];
  });
}
