import { useEffect } from "react";
import { useWords } from "#web/useWords.ts";

/** Names the tab after the screen: `Brands · Mizan`. */
export function useDocumentTitle(title: string): void {
  const words = useWords();
  const whole = title === "" ? words("appName") : `${title} · ${words("appName")}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
