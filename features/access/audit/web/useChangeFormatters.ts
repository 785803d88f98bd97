import { use, useEffect, useMemo, useState } from "react";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { countryName, formatDate, formatDateTime } from "#web/formats.ts";
import { spaced } from "#web/record/historyText.ts";
import { structureText } from "#web/record/structureText.ts";
import type { Language } from "#web/screens.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/**
 * The formatters of a resource: `useTexts` are those of its own area, once they have loaded. Until then, and for
 * resources whose area has none, `plain` takes labels and codes from the messages, and shows other values as text.
 */
export function useChangeFormatters(resource: string) {
  const { fieldOf, codeOf } = useAuditTexts([resource]);
  const language = useLanguage();
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
    const labelOf = (path: string) => fieldOf(resource, path);
    return {
      labelOf,
      textOf: (path, value) => {
        if (/^(?:grants|permissions?)$/.test(path)) return structureText(permissionTitles(value, language), parts);
        const known =
          typeof value === "string" ? (placeOrTimeText(value, path, language) ?? codeOf(resource, path, value)) : null;
        const wordOf = (code: string) => codeOf(resource, path, code) ?? spaced(code);
        return known ?? structureText(value, { ...parts, labelOf, wordOf });
      },
    };
  }, [fieldOf, codeOf, resource, messages, language]);
  return { plain, useTexts: loaded?.resource === resource ? loaded.use : null };
}

/** The titles of one permission or of several. */
function permissionTitles(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => permissionTitles(each, language));
  return typeof value === "string" && value.includes(".") ? permissionTitle(value, language) : value;
}

/** A day, a moment or a country; null for anything else. */
function placeOrTimeText(value: string, path: string, language: Language): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(language, value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateTime(language, value);
  return /^(?:country|market)$/.test(path) && /^[A-Z]{2}$/.test(value) ? countryName(language, value) : null;
}
