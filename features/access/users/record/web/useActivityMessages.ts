import type { Translate } from "#web/messageKeys.ts";
import { useMemo } from "react";
import { spaced } from "#web/record/historyText.ts";
import { useMessages } from "#web/useMessages.ts";

/** A user's actions as text: a separate sentence for actions on users, otherwise the verb and the resource. */
export function useActivityMessages(wordFor: WordFinder = spacedWord): Translate<never> {
  const t = useMessages("users");
  return useMemo(() => {
    const textFor = (key: string) => {
      const [resource = "", action] = key.replace(/^activity\./, "").split(".");
      if (action === undefined) return t(key, { defaultValue: resource });
      const where = t(`resources.${resource}`, { defaultValue: wordFor("resources", resource) });
      return t("didElsewhere", { what: t(`actions.${action}`, { defaultValue: wordFor("actions", action) }), where });
    };
    return textFor;
  }, [t, wordFor]);
}

/** The word for an action or a resource that users have no message for. */
type WordFinder = (kind: "actions" | "resources", name: string) => string;
const spacedWord: WordFinder = (_, name) => spaced(name);
