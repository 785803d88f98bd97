import { use, useEffect, useMemo, useState } from "react";
import { useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { structureText } from "#web/record/structureText.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * The formatters of a resource: `useTexts` are those of its own area, once they have loaded. Until then, and for
 * resources whose area has none, `plain` takes labels from the messages and shows values as text.
 */
export function useChangeFormatters(resource: string) {
  const { fieldOf } = useAuditTexts([resource]);
  const messages = useMessages("record");
  const load = use(KnownScreensContext).history.get(resource);
  const [loaded, setLoaded] = useState<{ readonly resource: string; readonly use: () => FieldFormatters } | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Without them, values are shown as text.
    load?.().then(
      (useTexts) => isWanted && setLoaded({ resource, use: useTexts }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [load, resource]);
  const plain = useMemo<FieldFormatters>(() => {
    const parts = {
      empty: messages("empty"),
      comma: messages("comma"),
      yes: messages("flags.yes"),
      no: messages("flags.no"),
    };
    return { labelOf: (path) => fieldOf(resource, path), textOf: (_, value) => structureText(value, parts) };
  }, [fieldOf, resource, messages]);
  return { plain, useTexts: loaded?.resource === resource ? loaded.use : null };
}
