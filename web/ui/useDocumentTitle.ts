import { useEffect } from "react";
import { useMessages } from "#web/useMessages.ts";

/** Sets the title of the browser tab: `Brands · Mizan`. */
export function useDocumentTitle(title: string): void {
  const words = useMessages();
  const whole = title === "" ? words("appName") : `${title} · ${words("appName")}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
