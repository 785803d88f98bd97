import { useMemo } from "react";
import { reevaluatingEvents } from "#features/retail/assignments/rules.ts";
import { useMessages } from "#web/useMessages.ts";

/** Causes of cascades: events of other areas, and the hourly sweep. */
const causes = ["assignments.sweep", ...reevaluatingEvents] as const;
type Cause = (typeof causes)[number];

const isCause = (text: string): text is Cause => (causes as readonly string[]).includes(text);

/** Describes the cause of a cascade: `By the cascade of CERT-000114: the certificate was suspended`. */
export function useCauseTexts() {
  const t = useMessages("assignments");
  return useMemo(() => {
    const causeText = (cause: string, code: string | null): string => {
      if (!isCause(cause)) return [cause, code].filter(Boolean).join(" ");
      const what = t(`causes.${cause}`);
      if (cause === "assignments.sweep") return what;
      return code === null ? t("history.byCascade", { what }) : t("history.byCascadeOf", { what, code });
    };
    return {
      causeText,
      /** The reason of an audit entry: the cause of a cascade as text, a user's reason as it is. */
      reasonText: (reason: string): string => {
        const [cause = "", code = null, ...others] = reason.split(" ");
        return isCause(cause) && others.length === 0 ? causeText(cause, code) : reason;
      },
    };
  }, [t]);
}
