import { describeDevice } from "#web/devices.ts";
import { useWords } from "#web/useWords.ts";

/** What a browser says it is: `Firefox on Linux`. Enough to know one's own devices apart. */
export function useDevice(userAgent: string): { readonly name: string; readonly isMobile: boolean } {
  const words = useWords("session");
  const { browser, system, isMobile } = describeDevice(userAgent);
  const name =
    browser && system ? words("sessions.device", { browser, system }) : (browser ?? words("sessions.unknown"));
  return { name, isMobile };
}
