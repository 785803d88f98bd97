import { useSession, useSignedInUser } from "#web/session.tsx";
import { type Settings, settingsOf } from "#web/settings/settings.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";

/** All settings of the signed-in user, and how to change some of them. Applied immediately, stored for every device. */
export function useOwnSettings(): readonly [Settings, (changed: Partial<Settings>) => void] {
  const session = useSession();
  const toast = useToast();
  const settings = settingsOf(useSignedInUser()?.settings["mizan"]);
  const change = (changed: Partial<Settings>) =>
    void session
      .keepSettings({ ...settings, ...changed })
      .catch((error: unknown) => toast({ variant: "error", text: textOf(error) }));
  return [settings, change];
}
