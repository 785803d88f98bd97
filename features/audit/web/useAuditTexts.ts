import { useMemo } from "react";
import type { AuditRow } from "#features/audit/contract.ts";
import { useWords } from "#web/useWords.ts";

export type AuditTexts = ReturnType<typeof useAuditTexts>;

/**
 * How the log tells what other areas wrote. An area that came later has words of its own for its actions and fields;
 * until they stand here too, their names are told as they are, only spaced.
 */
export function useAuditTexts() {
  const t = useWords("audit");
  return useMemo(() => {
    const told = (key: string, name: string) => t(key, { defaultValue: spaced(name) });
    const actionOf = (action: string) => told(`actions.${action}`, action);
    const resourceOf = (resource: string) => told(`resources.${resource}`, resource);
    const fieldOf = (field: string) => told(`fields.${field}`, field);
    const objectOf = ({ resource, resourceId, resourceTitle }: ToldObject) =>
      resourceId === "*"
        ? resourceOf(resource)
        : `${resourceOf(resource)} · ${isolated(resourceTitle) ?? shortened(resourceId)}`;
    return { actionOf, resourceOf, fieldOf, objectOf };
  }, [t]);
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
