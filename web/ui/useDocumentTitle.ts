import { useEffect } from "react";
import { useMessages } from "#web/useMessages.ts";

/** Sets the title of the browser tab: `Brands · Mizan`. */
export function useDocumentTitle(title: string): void {
  const messages = useMessages();
  const whole = title === "" ? messages("appName") : `${title} · ${messages("appName")}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
