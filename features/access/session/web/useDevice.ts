import { describeDevice } from "#web/devices.ts";
import { useMessages } from "#web/useMessages.ts";

/** What a browser says it is: `Firefox on Linux`. Enough to know one's own devices apart. */
export function useDevice(userAgent: string): { readonly name: string; readonly isMobile: boolean } {
  const words = useMessages("session");
  const { browser, system, isMobile } = describeDevice(userAgent);
  const name =
    browser && system ? words("sessions.device", { browser, system }) : (browser ?? words("sessions.unknown"));
  return { name, isMobile };
}
