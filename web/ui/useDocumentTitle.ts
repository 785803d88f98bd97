import { useEffect } from "react";
import { useMessages } from "#web/useMessages.ts";

/** Names the tab after the screen: `Brands · Mizan`. */
export function useDocumentTitle(title: string): void {
  const words = useMessages();
  const whole = title === "" ? words("appName") : `${title} · ${words("appName")}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
