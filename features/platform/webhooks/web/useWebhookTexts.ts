import { useMemo } from "react";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useMessages } from "#web/useMessages.ts";

/** What the fields of a webhook are called, and how their values read: in the history and in a conflict. */
export function useWebhookTexts(): FieldTexts {
  const t = useMessages("webhooks");
  const recordWords = useMessages("record");
  return useMemo(() => {
    const typeText = (type: string) => t(`types.${type.replace(".", "_")}`, { defaultValue: type });
    return {
      labelOf: (path) => t(`fields.${path.split(".")[0]}`, { defaultValue: path }),
      textOf: (path, value) => {
        if (Array.isArray(value)) return value.map(String).map(typeText).join(recordWords("comma"));
        if (typeof value !== "string" || value === "") return recordWords("empty");
        return path === "status" ? t(`status.${value}`, { defaultValue: value }) : value;
      },
    };
  }, [t, recordWords]);
}
