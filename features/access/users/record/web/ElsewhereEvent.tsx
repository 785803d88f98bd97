import { use, useEffect, useState } from "react";
import { useMessages } from "#web/useMessages.ts";
import { areaOf } from "#features/access/audit/rules.ts";
import { useActivityMessages } from "#features/access/users/record/web/useActivityMessages.ts";
import { loadWordsOf, wordOf } from "#web/areaMessages.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { ActivityEntry, type ActivityEntryProps } from "#web/record/ActivityEntry.tsx";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { spaced } from "#web/record/historyText.ts";
import { structureText } from "#web/record/structureText.ts";

type ElsewhereEventProps = ActivityEntryProps & { readonly resource: string };

/** An event in the history of a user that is about another record. It reads as in the history of that one. */
export function ElsewhereEvent({ resource, ...props }: ElsewhereEventProps) {
  const loaded = useOtherTexts(resource);
  const t = useActivityMessages(logWord);
  // Until they are loaded, only what was done is shown.
  if (loaded === null) return <ActivityEntry {...props} event={{ ...props.event, changes: {} }} />;
  // A refusal has no fields of the record: it names the call, its permission and the reason.
  if (props.event.action.endsWith("refuse")) return <ActivityEntry {...props} t={t} />;
  const { useTexts } = loaded;
  if (useTexts === null) return <LogEvent {...props} t={t} resource={resource} />;
  return <OtherEvent {...props} t={t} useTexts={useTexts} />;
}

const logWord = (kind: "actions" | "resources", name: string) => wordOf("audit", `${kind}.${name}`) ?? spaced(name);

// The same hook for as long as this is mounted: an event never changes its resource.
const OtherEvent = ({ useTexts, ...props }: ActivityEntryProps & { readonly useTexts: () => FieldFormatters }) => (
  // oxlint-disable-next-line react/hooks
  <ActivityEntry {...props} texts={useTexts()} />
);

/** Of an area without a history of its own. */
const LogEvent = ({ resource, ...props }: ElsewhereEventProps) => (
  <ActivityEntry {...props} texts={useLogTexts(resource)} />
);

type OtherTexts = { readonly useTexts: (() => FieldFormatters) | null };

/** The formatters of a resource, if its area has some, and the messages of the audit log, which has all resources. */
function useOtherTexts(resource: string): OtherTexts | null {
  const { history, words } = use(KnownScreensContext);
  const [loaded, setLoaded] = useState<OtherTexts | null>(null);
  useEffect(() => {
    let isWanted = true;
    Promise.all([history.get(resource)?.() ?? null, loadWordsOf(["audit", areaOf(resource)], words)]).then(
      ([useTexts]) => isWanted && setLoaded({ useTexts }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [resource, history, words]);
  return loaded;
}

/** Labels and codes by the messages of the area, and by those of the audit log. */
function useLogTexts(resource: string): FieldFormatters {
  const messages = useMessages("record");
  const parts = {
    empty: messages("empty"),
    comma: messages("comma"),
    yes: messages("flags.yes"),
    no: messages("flags.no"),
  };
  const areaWord = (key: string) => wordOf(areaOf(resource), key);
  const labelOf = (path: string) => areaWord(`fields.${path}`) ?? wordOf("audit", `fields.${path}`) ?? spaced(path);
  const codeOf = (path: string, code: string) => areaWord(`${path}.${code}`) ?? wordOf("audit", `values.${code}`);
  return {
    labelOf,
    textOf: (path, value) =>
      (typeof value === "string" ? codeOf(path, value) : null) ??
      structureText(value, { ...parts, labelOf, wordOf: (code) => codeOf(path, code) ?? spaced(code) }),
  };
}
