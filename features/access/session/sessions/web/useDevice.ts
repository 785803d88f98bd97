import { describeDevice } from "#web/devices.ts";
import { useMessages } from "#web/useMessages.ts";

/** Names a browser from its user agent: `Firefox on Linux`. Enough to distinguish a user's own devices. */
export function useDevice(userAgent: string): { readonly name: string; readonly isMobile: boolean } {
  const messages = useMessages("account");
  const { browser, system, isMobile } = describeDevice(userAgent);
  const name =
    browser && system ? messages("sessions.device", { browser, system }) : (browser ?? messages("sessions.unknown"));
  return { name, isMobile };
}
