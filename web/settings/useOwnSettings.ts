import { useSession, useSignedInUser } from "#web/session.tsx";
import { type Settings, type SettingsPatch, settingsOf } from "#web/settings/settings.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";

/** The signed-in user's own settings, and how to change some of them. Applied immediately, stored for every device. */
export function useOwnSettings(): readonly [Settings, (changed: Partial<Settings>) => void] {
  const keep = useKeepSettings();
  const settings = settingsOf(useSignedInUser()?.settings["mizan"]);
  return [settings, (mizan) => keep({ mizan })];
}

/** Changes any of the signed-in user's settings, also those of the layout. */
export function useKeepSettings(): (patch: SettingsPatch) => void {
  const session = useSession();
  const toast = useToast();
  return (patch) =>
    void session.keepSettings(patch).catch((error: unknown) => toast({ variant: "error", text: textOf(error) }));
}
