import { createContext, type ReactNode, use } from "react";
import type { Decisions } from "#base/decisions.ts";
import { useCan } from "#web/session.tsx";

/** Fields of a form that take a permission of their own. `status`: of the record; null of one that is not there yet. */
export type FieldDecisionsOf = { readonly of: Decisions; readonly status: string | null };

const DeniedFields = createContext<ReadonlySet<string>>(new Set());

/** Fields within that the person may not decide about are for reading. */
export function FieldDecisions({ decisions, children }: { decisions: FieldDecisionsOf; children: ReactNode }) {
  const denied = useDeniedFields(decisions);
  return <DeniedFields value={denied}>{children}</DeniedFields>;
}

/** Whether a field of the form around it is not the person's to decide. */
export const useIsDenied = (name: string): boolean => use(DeniedFields).has(name);

/** What a copy of another record begins with: without what the person may not decide. */
export function useDecidable(of: Decisions) {
  const denied = useDeniedFields({ of, status: null });
  return <Values extends object>(values: Values, empty: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, denied.has(name) ? empty[name as keyof Values] : value]),
    ) as Values;
}

function useDeniedFields({ of, status }: FieldDecisionsOf): ReadonlySet<string> {
  const can = useCan();
  const isDecided = status !== null && !of.undecided?.includes(status);
  const fields = { ...of.fields, ...(isDecided ? of.fieldsOnceDecided : {}) };
  return new Set(Object.keys(fields).filter((name) => !can({ permission: fields[name]! })));
}
