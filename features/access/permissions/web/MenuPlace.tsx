import { use } from "react";
import type { PermissionRow } from "#features/access/permissions/contract.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The menu entry that requires a permission: `Permissions › Roles`, in the language of the screen. */
export function MenuPlace({ menu }: Pick<PermissionRow, "menu">) {
  const t = useMessages("permissions");
  const language = useLanguage();
  const { menuTitles } = use(KnownScreensContext);
  const titled = (english: string) => (language === "en" ? english : (menuTitles[english]?.[language] ?? english));
  return menu.map(({ section, title }) => `${titled(section)} › ${titled(title)}`).join(t("comma"));
}
