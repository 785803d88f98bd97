import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { searchKey } from "#base/searchKey.ts";
import { accountPath, changePasswordPath } from "#web/guard.ts";
import { changeLanguage } from "#web/i18n.ts";
import { useOpenLayer } from "#web/layout/frameLayers.ts";
import { useFold } from "#web/layout/useFold.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { useSignedInUser } from "#web/session.tsx";
import { forcedScheme } from "#web/theme.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

export type PaletteAction = { readonly title: string; readonly onChoose: () => void };

/** What the palette can do besides opening pages: found after `>`, and below recent records in an empty field. */
export function usePaletteActions(typed: string): readonly PaletteAction[] {
  const messages = useMessages("layout");
  const navigate = useNavigate();
  const open = useOpenLayer();
  const { isFolded, fold } = useFold();
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const isOwn = useSignedInUser()?.viewedAs === null;
  const action = (key: MessageKey<"layout"> & `actions.${string}`, onChoose: () => void): PaletteAction => ({
    title: messages(key),
    onChoose,
  });
  const goTo = (to: string) => () => void navigate({ to });
  const all = [
    ...(isOwn ? [action("actions.settings", () => open("settings"))] : []),
    action("actions.keys", () => open("keys")),
    ...(forcedScheme()
      ? []
      : [action(isDark ? "actions.toLight" : "actions.toDark", () => setColorScheme(isDark ? "light" : "dark"))]),
    action("actions.language", () => void changeLanguage(language === "en" ? "ar" : "en")),
    action("actions.fold", () => fold(!isFolded)),
    ...(isOwn
      ? [action("actions.account", goTo(accountPath)), action("actions.changePassword", goTo(changePasswordPath))]
      : []),
    action("actions.logout", goTo("/logout")),
  ];
  const words = searchKey(typed).split(" ").filter(Boolean);
  return all.filter(({ title }) => {
    const known = searchKey(title).split(" ");
    return words.every((word) => known.some((one) => one.startsWith(word)));
  });
}
