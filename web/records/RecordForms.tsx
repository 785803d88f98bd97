import { useRouter } from "@tanstack/react-router";
import { type ComponentType, useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import type { RecordTypes } from "#base/records/types.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import type { RecordScreens } from "#web/records/recordScreens.ts";
import { useRecordMutations } from "#web/records/useRecordMutations.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useWordsOfAny } from "#web/useWords.ts";

type FormProps<T extends RecordTypes> = { readonly screens: RecordScreens<T>; readonly Form: ComponentType };

/** The form of an existing record, read-only if the user can't edit it. */
export function EditForm<T extends RecordTypes>(props: FormProps<T> & { readonly record: T["record"] }) {
  const { screens, Form, record } = props;
  const can = useCan();
  const texts = useFieldFormatters(screens);
  const form = useRecordForm<T["values"] & FieldValues, T["record"]>(useRecordMutations(screens, record.id), {
    record,
    initial: screens.record.description.fields.empty,
    onSaved: useSavedToast(texts),
    onWaits: useSentForApproval(),
  });
  const { isReadOnly = ({ status }) => status === "archived" } = screens;
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={isReadOnly(record) || !can(screens.calls.update)}>
      <Form />
    </RecordFormView>
  );
}

/** The form of a new record, empty or a copy of `original`. */
export function CreateForm<T extends RecordTypes>(
  props: FormProps<T> & { readonly id: string; readonly original: T["record"] | null },
) {
  const { screens, Form, id, original } = props;
  const { name, fields } = screens.record.description;
  const t = useWordsOfAny(name);
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const prefill = useMemo(() => original && copyOf(screens, original), [screens, original]);
  const form = useRecordForm<T["values"] & FieldValues, T["record"]>(useRecordMutations(screens, id), {
    record: null,
    initial: fields.empty,
    ...(prefill ? { prefill } : {}),
    onSaved: (record) => {
      toast({ text: t("created", { name: screens.nameOf(record, language) }) });
      void router.navigate({ to: `${screens.path}/${record.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordFormView form={form} texts={useFieldFormatters(screens)}>
      <Form />
    </RecordFormView>
  );
}

/** The values of a copy: those of the original, except fields that identify one record. */
function copyOf<T extends RecordTypes>({ record, copyOmits = [] }: RecordScreens<T>, original: T["record"]) {
  const { fields } = record.description;
  const omitted = Object.fromEntries(copyOmits.map((name) => [name, fields.empty[name]]));
  return { ...fields.valuesOf(original), ...omitted } as T["values"];
}
