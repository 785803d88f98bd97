import type { Translate } from "#web/messageKeys.ts";
import { useMemo } from "react";
import { useMessages } from "#web/useMessages.ts";

/** A user's actions as text: a separate sentence for actions on users, otherwise the verb and the resource. */
export function useActivityMessages(): Translate<never> {
  const t = useMessages("users");
  return useMemo(() => {
    const textFor = (key: string) => {
      const [resource = "", action] = key.replace(/^activity\./, "").split(".");
      if (action === undefined) return t(key, { defaultValue: resource });
      const where = t(`resources.${resource}`, { defaultValue: resource });
      return t("didElsewhere", { what: t(`actions.${action}`, { defaultValue: action.replaceAll("_", " ") }), where });
    };
    return textFor;
  }, [t]);
}
