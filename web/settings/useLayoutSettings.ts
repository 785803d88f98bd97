import { useMemo } from "react";
import { type LayoutSettings, layoutSettingsOf } from "#web/settings/layoutSettings.ts";
import { effectiveSettings, readEffectiveSettings, settingsKey } from "#web/settings/settings.ts";
import { useStored } from "#web/ui/useStored.ts";

/** How the shell is laid out and coloured, from the mirror in this browser, as for dates: also before the server has answered. */
export function useLayoutSettings(): LayoutSettings {
  const [stored] = useStored<unknown>(settingsKey, null);
  return useMemo(() => layoutSettingsOf(effectiveSettings(stored)), [stored]);
}

/** The same outside of a component. */
export const readLayoutSettings = (): LayoutSettings => layoutSettingsOf(readEffectiveSettings());
