import { lazy, type ReactNode, Suspense } from "react";
import { type FieldValues, FormProvider, useWatch } from "react-hook-form";
import { useEditing } from "#web/live/presence.ts";
import { changedFields } from "#web/record/drafts.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { DraftNotice } from "#web/record/DraftNotice.tsx";
import { FieldDecisions, type FieldDecisionsOf } from "#web/record/FieldDecisions.tsx";
import { LeaveGuard } from "#web/record/LeaveGuard.tsx";
import { ReadOnlyForm } from "#web/record/ReadOnlyForm.ts";
import classes from "#web/record/RecordFormView.module.css";
import { SaveBar } from "#web/record/SaveBar.tsx";
import type { RecordForm, VersionedRecord } from "#web/record/useRecordForm.ts";
import { ImpactConfirmation } from "#web/record/ImpactConfirmation.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

const ConflictDialog = lazy(() =>
  import("#web/record/ConflictDialog.tsx").then((module) => ({ default: module.ConflictDialog })),
);

const NewerNotice = lazy(() =>
  import("#web/record/NewerNotice.tsx").then((module) => ({ default: module.NewerNotice })),
);

type RecordFormViewProps<Values extends FieldValues, Rec extends VersionedRecord> = {
  readonly form: RecordForm<Values, Rec>;
  /** Names fields and formats their values, for the conflict dialog. */
  readonly texts: FieldFormatters;
  /** Read-only: the record is archived, or the user lacks the permission. */
  readonly isReadOnly?: boolean;
  /** Fields that need a permission of their own. */
  readonly decisions?: FieldDecisionsOf;
  readonly children: ReactNode;
};

/** Shows others who have the record open that the user is changing it. */
function EditingMark({ id, base }: { readonly id: string | null; readonly base: FieldValues }) {
  useEditing(id, Object.keys(changedFields(base, useWatch())).length > 0);
  return null;
}

/** A record's form with error handling, conflict dialog, draft and leave confirmation. `children` are its sections. */
export function RecordFormView<Values extends FieldValues, Rec extends VersionedRecord>(
  props: RecordFormViewProps<Values, Rec>,
) {
  const { form, texts, isReadOnly = false, decisions, children } = props;
  const messages = useMessages("record");
  useKeys([{ keys: "mod+s", label: messages("save"), onKey: () => void form.submit() }], !isReadOnly);
  return (
    <FormProvider {...form.form}>
      <form className={classes.form} noValidate onSubmit={(event) => void form.submit(event)}>
        {form.draft && <DraftNotice {...form.draft} />}
        <Suspense>{form.newer && <NewerNotice newer={form.newer} texts={texts} />}</Suspense>
        <fieldset className={classes.fields} disabled={isReadOnly}>
          <ReadOnlyForm value={isReadOnly}>
            {decisions ? <FieldDecisions decisions={decisions}>{children}</FieldDecisions> : children}
          </ReadOnlyForm>
        </fieldset>
        {!isReadOnly && <SaveBar base={form.base} isNew={form.isNew} onDiscard={form.discard} />}
        <EditingMark id={form.recordId} base={form.base} />
      </form>
      <LeaveGuard isChanged={form.isChanged} onLeave={form.forgetDraft} />
      <Suspense>{form.conflict && <ConflictDialog conflict={form.conflict} texts={texts} />}</Suspense>
      <ImpactConfirmation impact={form.impact} />
    </FormProvider>
  );
}
