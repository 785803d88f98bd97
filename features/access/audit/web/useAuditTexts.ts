import { use, useEffect, useMemo, useState } from "react";
import type { AuditRow } from "#features/access/audit/contract.ts";
import { loadWordsOf, wordOf } from "#web/areaWords.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useMessages } from "#web/useMessages.ts";

export type AuditTexts = ReturnType<typeof useAuditTexts>;

/** Areas whose words tell of entries that are filed under another name. */
const areasOfResources: Readonly<Record<string, string>> = {
  approvalRules: "approvals",
  halalStandards: "standards",
  importers: "imports",
  recognitions: "certifiers",
  todos: "todo",
};
const areaOf = (resource: string) => areasOfResources[resource] ?? resource;

/**
 * How the log tells what other areas wrote. Fields are called as their own area calls them, whose words are loaded for
 * the `resources` that are shown; until they are there, and for what it has no word for, by the log's own words, and
 * at last by their names, only spaced.
 */
export function useAuditTexts(resources: readonly string[]) {
  const t = useMessages("audit");
  const loaded = useAreaWords(resources);
  return useMemo(() => {
    const told = (key: string, name: string) => t(key, { defaultValue: spaced(name) });
    const actionOf = (action: string) => told(`actions.${action}`, action);
    const resourceOf = (resource: string) => told(`resources.${resource}`, resource);
    const fieldOf = (resource: string, field: string) => {
      const [first = field, ...rest] = field.split(".");
      const word = (name: string) => (loaded ? wordOf(areaOf(resource), `fields.${name}`) : null);
      // What stands behind a field is mostly the name of a part, such as a place.
      const others = rest.map((name) => word(name) ?? `\u2068${name.replaceAll("_", " ")}\u2069`);
      return [word(first) ?? told(`fields.${first}`, first), ...others].join(" · ");
    };
    const objectOf = ({ resource, resourceId, resourceTitle }: ToldObject) =>
      resourceId === "*"
        ? resourceOf(resource)
        : `${resourceOf(resource)} · ${isolated(resourceTitle) ?? shortened(resourceId)}`;
    return { actionOf, resourceOf, fieldOf, objectOf };
  }, [t, loaded]);
}

/** Which areas' words are there by now; null until any are. */
function useAreaWords(resources: readonly string[]): string | null {
  const [loaded, setLoaded] = useState<string | null>(null);
  const { words } = use(KnownScreensContext);
  const wanted = resources.map(areaOf).sort().join(" ");
  useEffect(() => {
    let isWanted = true;
    // Without them the log is told in its own words.
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

type ToldObject = Pick<AuditRow, "resource" | "resourceId" | "resourceTitle">;

/** A name in its own direction, whatever stands around it. */
const isolated = (title: string | null) => (title === null ? null : `\u2068${title}\u2069`);

/** `contactEmail` and `reset_password` as words. */
const spaced = (name: string) =>
  name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .toLowerCase();

const shownMax = 12;

/** The end tells ids of one moment apart; their beginning is the time. */
const shortened = (id: string) => `\u2066${id.length > shownMax ? `…${id.slice(-8)}` : id}\u2069`;
