import { use, useEffect, useMemo, useState } from "react";
import type { AuditRow } from "#features/access/audit/contract.ts";
import { areaOf } from "#features/access/audit/rules.ts";
import { loadWordsOf, wordOf } from "#web/areaMessages.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { spaced } from "#web/record/historyText.ts";
import { useMessages } from "#web/useMessages.ts";

export type AuditTexts = ReturnType<typeof useAuditTexts>;

/**
 * The texts for other areas' entries. Fields have the names of their own area, whose messages are loaded for the
 * displayed `resources`. Until then, and for fields without a message, the log's own messages are used, and finally the
 * field names as words.
 */
export function useAuditTexts(resources: readonly string[]) {
  const t = useMessages("audit");
  const loaded = useAreaMessages(resources);
  return useMemo(() => {
    const reported = (key: string, name: string) => t(key, { defaultValue: spaced(name) });
    const actionOf = (action: string) => reported(`actions.${action}`, action);
    const resourceOf = (resource: string) => reported(`resources.${resource}`, resource);
    const fieldOf = (resource: string, field: string) => {
      const [first = field, ...rest] = field.split(".");
      const word = (name: string) => (loaded ? wordOf(areaOf(resource), `fields.${name}`) : null);
      // The part after a field is usually the name of a sub-record, such as a location.
      const others = rest.map((name) => word(name) ?? `\u2068${name.replaceAll("_", " ")}\u2069`);
      return [word(first) ?? reported(`fields.${first}`, first), ...others].join(" · ");
    };
    /** A value that is a code; null if no message has it. */
    const codeOf = (resource: string, field: string, code: string): string | null =>
      (loaded ? wordOf(areaOf(resource), `${field === "code" ? "refusals" : field}.${code}`) : null) ||
      t(`values.${code}`, { defaultValue: "" }) ||
      null;
    const objectOf = ({ resource, resourceId, resourceTitle }: AuditObjectTitle) =>
      resourceId === "*"
        ? resourceOf(resource)
        : `${resourceOf(resource)} · ${isolated(resourceTitle) ?? t("facts.unnamed")}`;
    return { actionOf, resourceOf, fieldOf, codeOf, objectOf };
  }, [t, loaded]);
}

/** The areas whose messages are loaded; null until any are. */
function useAreaMessages(resources: readonly string[]): string | null {
  const [loaded, setLoaded] = useState<string | null>(null);
  const { words } = use(KnownScreensContext);
  const wanted = resources.map(areaOf).sort().join(" ");
  useEffect(() => {
    let isWanted = true;
    // If they can't be loaded, the log's own messages are used.
    loadWordsOf(wanted.split(" "), words).then(
      () => isWanted && setLoaded(wanted),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, words]);
  return loaded;
}

type AuditObjectTitle = Pick<AuditRow, "resource" | "resourceId" | "resourceTitle">;

/** A name in its own direction, in any surrounding text. */
const isolated = (title: string | null) => (title === null ? null : `\u2068${title}\u2069`);
