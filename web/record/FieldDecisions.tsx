import { createContext, type ReactNode, use } from "react";
import type { Decisions } from "#base/decisions.ts";
import { useCan } from "#web/session.tsx";

/** Form fields that need a permission of their own. `status` is that of the record; null for a new one. */
export type FieldDecisionsOf = { readonly of: Decisions; readonly status: string | null };

const DeniedFields = createContext<ReadonlySet<string>>(new Set());

/** Makes fields inside read-only if the user may not decide them. */
export function FieldDecisions({ decisions, children }: { decisions: FieldDecisionsOf; children: ReactNode }) {
  const denied = useDeniedFields(decisions);
  return <DeniedFields value={denied}>{children}</DeniedFields>;
}

/** Whether the user may not decide a field of the surrounding form. */
export const useIsDenied = (name: string): boolean => use(DeniedFields).has(name);

/** Returns the values for a copy of a record, without those that the user may not decide. */
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
