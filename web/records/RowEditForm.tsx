import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type KeyboardEvent, lazy, Suspense, useEffect, useRef } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import type { Field } from "#base/records/fields.ts";
import type { RecordTypes } from "#base/records/types.ts";
import type { RowEditorProps } from "#web/list/defineList.ts";
import { readOptions } from "#web/operations.ts";
import { changedFields } from "#web/record/drafts.ts";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import { formOf } from "#web/records/formOf.tsx";
import type { RecordScreens } from "#web/records/recordScreens.ts";
import classes from "#web/records/RowEditForm.module.css";
import { useRecordMutations } from "#web/records/useRecordMutations.ts";
import { textOf } from "#web/textOf.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

const ConflictDialog = lazy(() =>
  import("#web/record/ConflictDialog.tsx").then((module) => ({ default: module.ConflictDialog })),
);

/** Edits some fields of a record in its list, by the record's own form: the same rules, conflicts and messages. */
export function rowEditForm<T extends RecordTypes>(screens: RecordScreens<T>): ComponentType<RowEditorProps> {
  requireHarmless(screens);
  const { Field: RecordField } = formOf(screens.record);
  const { isReadOnly = ({ status }: T["record"]) => status === "archived" } = screens;
  return function RowEditForm(props) {
    const messages = useMessages("record");
    const { transport, queryClient } = useApiClient();
    // The form follows a newer version as long as nothing is typed.
    const options = { ...readOptions(transport, screens.calls.get, { id: props.id }), staleTime: 0 };
    const { data: record, error } = useQuery(options, queryClient);
    if (error !== null) return <p role="alert">{textOf(error)}</p>;
    if (record === undefined) return <SkeletonRows rows={1} rowPx={64} />;
    if (isReadOnly(record)) return <p role="alert">{messages("readOnly")}</p>;
    return (
      <OpenForm screens={screens} record={record} {...props}>
        {props.fields.map((name) => (
          <RecordField key={name} name={name as keyof T["values"] & string} hint="" />
        ))}
      </OpenForm>
    );
  };
}

type OpenFormProps<T extends RecordTypes> = RowEditorProps & {
  readonly screens: RecordScreens<T>;
  readonly record: T["record"];
  readonly children: React.ReactNode;
};

/** Enter saves, Esc leaves everything as it was. */
function OpenForm<T extends RecordTypes>({ screens, record, fields, onClose, children }: OpenFormProps<T>) {
  const shellMessages = useMessages();
  const mutations = useRecordMutations(screens, record.id);
  const texts = useFieldFormatters(screens, record);
  const offerUndo = useOfferedUndo(screens);
  // What Undo puts back: the values at the submit or, after a conflict, the other user's.
  const base = useRef<object>({});
  const form = useRecordForm<T["values"] & FieldValues, T["record"]>(
    // Its draft is not that of the record's page.
    { ...mutations, name: `${mutations.name}.row` },
    {
      record,
      initial: screens.record.description.fields.empty,
      onSaved: (saved) => {
        offerUndo(base.current, saved, fields);
        onClose();
      },
    },
  );
  const { conflict } = form;
  useEffect(() => {
    if (conflict === null) return;
    const theirs = conflict.merge.conflicts.map((each) => [each.path, each.theirs]);
    base.current = { ...base.current, ...Object.fromEntries(theirs) };
  }, [conflict]);
  const [first = ""] = fields;
  const element = useRef<HTMLFormElement>(null);
  // Not by the form's `setFocus`: the form has just been reset to the record and does not know its inputs yet.
  useEffect(() => {
    const input = element.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(first)}"]`);
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, [first]);
  const cancel = () => {
    form.forgetDraft();
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    // An open dropdown or dialog closes first.
    if (event.key !== "Escape" || event.defaultPrevented || form.conflict) return;
    event.stopPropagation();
    cancel();
  };
  return (
    <FormProvider {...form.form}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          base.current = form.base;
          void form.submit(event);
        }}
        onKeyDown={handleKey}
      >
        {children}
        <Group gap="xs" justify="end">
          <Button variant="default" size="compact-sm" onClick={cancel}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button type="submit" size="compact-sm" loading={form.form.formState.isSubmitting}>
            {shellMessages("buttons.save")}
          </Button>
        </Group>
      </form>
      <Suspense>{form.conflict && <ConflictDialog conflict={form.conflict} texts={texts} />}</Suspense>
    </FormProvider>
  );
}

/** Says that it was saved, and offers to put the former values back while the toast is there. */
function useOfferedUndo<T extends RecordTypes>(screens: RecordScreens<T>) {
  const shellMessages = useMessages();
  const messages = useMessages("record");
  const toast = useToast();
  const { update } = useRecordMutations(screens, "");
  return (base: object, saved: T["record"], fields: readonly string[]) => {
    const values = screens.record.description.fields.valuesOf(saved);
    const former = Object.entries(changedFields(values as FieldValues, base as FieldValues));
    const patch = Object.fromEntries(former.filter(([name]) => fields.includes(name)));
    if (Object.keys(patch).length === 0) return;
    const undo = async () => {
      try {
        await update(patch as Partial<T["values"] & FieldValues>, saved, {});
        toast({ variant: "info", text: messages("undone") });
      } catch (error) {
        toast({ variant: "error", text: textOf(error) });
      }
    };
    const action = { label: shellMessages("buttons.undo"), onAction: () => void undo(), isUndo: true } as const;
    toast({ text: messages("saved"), action });
  };
}

/** A field with impact, or about money or rights, is changed on the record's page, which shows what follows. */
function requireHarmless<T extends RecordTypes>(screens: RecordScreens<T>): void {
  const { impactFields = [], decisions, record, columns } = screens;
  const decided = { ...decisions?.fields, ...decisions?.fieldsOnceDecided };
  const all = record.description.fields.all as unknown as Readonly<Record<string, Field<unknown> | undefined>>;
  const edited = Object.values(columns as Readonly<Record<string, { readonly edit?: { readonly field: string } }>>);
  for (const field of edited.flatMap(({ edit }) => edit?.field ?? [])) {
    const isMoney = ["amount", "currency", "percent", undefined].includes(all[field]?.kind);
    if (isMoney || field in decided || (impactFields as readonly string[]).includes(field))
      throw new Error(`${field} of ${record.description.name} can't be changed in a list`);
  }
}
