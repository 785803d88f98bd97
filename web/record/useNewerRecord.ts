import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { changedFields } from "#web/record/drafts.ts";
import { type Merge, mergeThreeWay } from "#web/record/threeWayMerge.ts";

type Base = { readonly values: FieldValues; readonly version: number | null };
type OtherVersion = {
  readonly id: string;
  readonly version: number;
  readonly updatedBy?: unknown;
  readonly updatedAt?: unknown;
};
type Newer = { readonly record: OtherVersion; readonly base: Base };

type Details = { readonly current: OtherVersion; readonly changedBy: string | null; readonly changedAt: string };

type FormParts = {
  readonly base: Base;
  readonly read: () => FieldValues;
  readonly rebase: (base: Base, values: FieldValues) => void;
  /** Asks which of two values of a field to keep; null to go on editing. */
  readonly decide: (question: { merge: Merge; details: Details; mine: number }) => Promise<FieldValues | null>;
};

/** What another user has saved while the user is editing. It changes nothing in the form until the user loads it. */
export type NewerRecord = {
  /** The fields that they changed. */
  readonly fields: readonly string[];
  readonly by: string | null;
  /** Loads their values. Asks about fields that both changed; those that only the user changed stay. */
  readonly load: (changedBy: string | null) => Promise<void>;
};

/** The newer record, if there is one, and how the form notes it. */
export function useNewerRecord() {
  const [newer, note] = useState<Newer | null>(null);
  const show = ({ base, read, rebase, decide }: FormParts): NewerRecord | null => {
    if (newer === null || base.version === null || base.version >= newer.record.version) return null;
    const fields = Object.keys(changedFields(base.values, newer.base.values));
    if (fields.length === 0) return null;
    const { updatedBy, updatedAt } = newer.record;
    const load = async (changedBy: string | null) => {
      const merge = mergeThreeWay({ original: base.values, mine: read(), theirs: newer.base.values });
      const details = {
        current: newer.record,
        changedBy,
        changedAt: typeof updatedAt === "string" ? updatedAt : new Date().toISOString(),
      };
      const question = { merge, details, mine: base.version! };
      const values = merge.conflicts.length === 0 ? merge.merged : await decide(question);
      if (values !== null) rebase(newer.base, values);
    };
    return { fields, by: typeof updatedBy === "string" ? updatedBy : null, load };
  };
  return { note, show };
}
