import { useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { commonRefusals, type FieldError, Refusal } from "#base/refusal.ts";
import { changedFields } from "#web/record/drafts.ts";
import { checkedBy } from "#web/record/formErrors.ts";
import { type Merge, mergeThreeWay } from "#web/record/threeWayMerge.ts";
import {
  type PreviewToken,
  type WithImpact,
  saveWithPreview,
  type ImpactDecision,
  type ImpactPreview,
} from "#web/record/saveWithPreview.ts";
import { useNewerRecord } from "#web/record/useNewerRecord.ts";
import { useDraft } from "#web/record/useDraft.ts";
import { useImpactConfirmation } from "#web/record/useImpactConfirmation.ts";
import { WaitsForApproval } from "#web/record/waitsForApproval.ts";
import { issueText, textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage } from "#web/useMessages.ts";

export type VersionedRecord = { readonly id: string; readonly version: number };

/** How the records of an area are created and updated. */
export type RecordMutations<Values extends FieldValues, Rec extends VersionedRecord> = {
  /** Key of the drafts. */
  readonly name: string;
  /** The schema that the server uses too. */
  readonly schema: z.core.$ZodType<Values>;
  /** Checks across several fields; the server has the same. */
  readonly errorsOf?: (values: Values, record: Rec | null) => readonly FieldError[];
  readonly valuesOf: (record: Rec) => Values;
  readonly create: (values: Values) => Promise<Rec>;
  /** Sends only changed fields. Refuses with `version_conflict` and the current record in the details' `current`. */
  readonly update: (patch: Partial<Values>, at: VersionedRecord, asShown: PreviewToken) => Promise<Rec>;
  readonly withImpact?: WithImpact<Values>;
};

/** Another user saved meanwhile, and both changed the same fields. Waits for the user's decision. */
export type OpenConflict = {
  readonly merge: Merge;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly version: { readonly mine: number; readonly theirs: number };
  /** The values to save, or null to go on editing. */
  readonly onDecide: (values: FieldValues | null) => void;
};

type Base<Values> = { readonly values: Values; readonly version: number | null };

type Rebase = (next: Base<FieldValues>, values: FieldValues) => void;

type RecordFormInput<Values, Rec> = {
  /** Null for a new record. */
  readonly record: Rec | null;
  /** The values of an empty new record. */
  readonly initial: Values;
  /** Initial values of a new record that is a copy of another. */
  readonly prefill?: Values;
  readonly onSaved: (record: Rec, outcome: { readonly merged: readonly string[] }) => void;
  /** The change waits for approval. The request contains what was typed, so the form discards it. */
  readonly onWaits?: (approvalId: string) => void;
};

export type RecordForm<Values extends FieldValues, Rec extends VersionedRecord> = ReturnType<
  typeof useRecordForm<Values, Rec>
>;

/**
 * The form of one record: validates like the server, saves changed fields, merges simultaneous edits, stores a draft.
 */
export function useRecordForm<Values extends FieldValues, Rec extends VersionedRecord>(
  source: RecordMutations<Values, Rec>,
  { record, initial, prefill, onSaved, onWaits }: RecordFormInput<Values, Rec>,
) {
  const toast = useToast();
  const [base, setBase] = useState<Base<Values>>(() => baseOf(source, record, initial));
  const { conflict, impact, ...settling } = useQuestions();
  const newer = useNewerRecord();
  const form = useForm<Values>({
    defaultValues: (prefill ?? base.values) as DefaultValues<Values>,
    resolver: checkedBy(source.schema, (values) => source.errorsOf?.(values, record) ?? []),
    mode: "onTouched",
  });
  const changes = () => changedFields(base.values, form.getValues());
  const isChanged = () => Object.keys(changes()).length > 0;
  const rebase = (next: Base<Values>, values: Values = next.values) => {
    setBase(next);
    form.reset(values);
  };
  const draft = useDraft(form, { name: source.name, record, base });
  useFollowing(record, () => {
    if (record === null) return;
    const next = baseOf(source, record, initial);
    // Unsaved input stays; differences are resolved when it is saved. Saved input no longer counts as unsaved, also
    // while the rest of the screen is still reading the record again: leaving then needs no confirmation.
    const isSaved = Object.keys(changedFields(next.values, form.getValues())).length === 0;
    if (isSaved || !isChanged()) rebase(next);
    else newer.note({ record, base: next });
  });
  useTranslatedErrors(form);

  const save = async (values: Values) => {
    try {
      const { saved, merged } = await saveOver(source, { record, base, values }, { ...settling, rebase });
      if (saved === null) return;
      draft.forget();
      rebase(baseOf(source, saved, initial));
      onSaved(saved, { merged });
    } catch (error) {
      if (error instanceof WaitsForApproval) {
        draft.forget();
        rebase(baseOf(source, record, initial));
        return onWaits?.(error.approvalId);
      }
      if (!showOnFields(form, error)) toast({ variant: "error", text: textOf(error) });
    }
  };
  return {
    form,
    base: base.values,
    isNew: record === null,
    isChanged,
    conflict,
    impact,
    recordId: record?.id ?? null,
    newer: newer.show({ base, read: form.getValues, rebase: rebase as Rebase, decide: settling.decide }),
    draft: draft.found && {
      at: draft.found.at,
      restore: () => rebase({ values: draft.found!.base, version: draft.found!.version }, draft.take()),
      forget: draft.forget,
    },
    submit: form.handleSubmit(save),
    discard: () => {
      draft.forget();
      rebase(record === null ? base : baseOf(source, record, initial));
    },
    forgetDraft: draft.forget,
  };
}

const baseOf = <Values extends FieldValues, Rec extends VersionedRecord>(
  source: RecordMutations<Values, Rec>,
  record: Rec | null,
  initial: Values,
): Base<Values> =>
  record === null ? { values: initial, version: null } : { values: source.valuesOf(record), version: record.version };

/** Shows refused values at their fields. Returns whether there are any. */
function showOnFields<Values extends FieldValues>({ setError }: UseFormReturn<Values>, error: unknown): boolean {
  if (!(error instanceof Refusal) || error.errors.length === 0) return false;
  for (const [index, each] of error.errors.entries())
    setError(each.path as Path<Values>, { type: each.code, message: issueText(each) }, { shouldFocus: index === 0 });
  return true;
}

/** Questions that a save waits for until the user decides. */
function useQuestions() {
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  return { conflict, decide: ask(setConflict), ...useImpactConfirmation() };
}

type ConflictQuestion = { readonly merge: Merge; readonly details: ConflictDetails; readonly mine: number };
type ConflictDetails = {
  readonly current: VersionedRecord;
  readonly changedBy: string | null;
  readonly changedAt: string;
};

const ask =
  (setConflict: (conflict: OpenConflict | null) => void) =>
  ({ merge, details, mine }: ConflictQuestion): Promise<FieldValues | null> =>
    new Promise((resolve) => {
      setConflict({
        merge,
        changedBy: details.changedBy,
        changedAt: details.changedAt,
        version: { mine, theirs: details.current.version },
        onDecide: (values) => {
          setConflict(null);
          resolve(values);
        },
      });
    });

type SaveDialogs<Values> = {
  readonly confirmImpact: (impactPreview: ImpactPreview) => Promise<ImpactDecision>;
  readonly decide: (requested: ConflictQuestion) => Promise<FieldValues | null>;
  readonly rebase: (base: Base<Values>, values: Values) => void;
};

/**
 * Saves. If another user saved first, merges both edits and saves again; different fields need no question. Shows the
 * impact first. `saved` is null if the user decided to go on editing; `merged` names the other user's fields.
 */
async function saveOver<Values extends FieldValues, Rec extends VersionedRecord>(
  source: RecordMutations<Values, Rec>,
  { record, base, values }: { record: Rec | null; base: Base<Values>; values: Values },
  { decide, confirmImpact, rebase }: SaveDialogs<Values>,
): Promise<{ saved: Rec | null; merged: readonly string[] }> {
  if (record === null || base.version === null) return { saved: await source.create(values), merged: [] };
  const patch = changedFields(base.values, values);
  if (Object.keys(patch).length === 0 && base.version === record.version) return { saved: record, merged: [] };
  try {
    const at = { id: record.id, version: base.version };
    return { saved: await saveWithPreview(source, patch, at, confirmImpact), merged: [] };
  } catch (error) {
    const details = conflictDetails(error);
    if (details === null) throw error;
    const current = details.current as Rec;
    const theirs = source.valuesOf(current);
    const merge = mergeThreeWay({ original: base.values, mine: values, theirs });
    const decided = merge.conflicts.length === 0 ? merge.merged : await decide({ merge, details, mine: base.version });
    if (decided === null) return { saved: null, merged: [] };
    const next = { record: current, base: { values: theirs, version: current.version }, values: decided as Values };
    // From here on the form is based on their version: if the next attempt fails, nothing has to be decided again.
    rebase(next.base, next.values);
    const { saved, merged } = await saveOver(source, next, { decide, confirmImpact, rebase });
    return { saved, merged: [...merge.onlyTheirs, ...merged] };
  }
}

const conflictDetails = (error: unknown): ConflictDetails | null =>
  error instanceof Refusal && error.code === commonRefusals.version_conflict.code
    ? (error.details as unknown as ConflictDetails)
    : null;

/** Runs after the record was read again, for example after a transition. */
function useFollowing(record: VersionedRecord | null, onChange: () => void) {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect must run when the record changes
  useEffect(() => latest.current(), [record]);
}

/** Shows the errors again in the new language. */
function useTranslatedErrors<Values extends FieldValues>({ trigger, formState }: ReturnType<typeof useForm<Values>>) {
  const language = useLanguage();
  const names = useRef<Path<Values>[]>([]);
  useEffect(() => {
    names.current = Object.keys(formState.errors) as Path<Values>[];
  });
  useEffect(() => {
    if (names.current.length > 0) void trigger(names.current);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect must run when the language changes
  }, [language, trigger]);
}
