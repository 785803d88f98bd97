import { useRouter, useSearch } from "@tanstack/react-router";
import { type ComponentType, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { Decisions } from "#base/decisions.ts";
import type { RecordTypes } from "#base/records/types.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { useDecidable } from "#web/record/FieldDecisions.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useWantedField } from "#web/record/useWantedField.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import type { RecordScreens } from "#web/records/recordScreens.ts";
import { RequirementList } from "#web/records/RequirementList.tsx";
import type { Requirements } from "#web/records/requirements.ts";
import { useRecordMutations } from "#web/records/useRecordMutations.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessagesOfAny } from "#web/useMessages.ts";

type FormProps<T extends RecordTypes> = {
  readonly screens: RecordScreens<T>;
  readonly Form: ComponentType;
  /** What a draft must have to be submitted. */
  readonly requirements: Requirements<T["values"], T["record"]> | null;
};

/** The fields of an existing record, to read and to change. */
export function EditForm<T extends RecordTypes>(
  props: FormProps<T> & {
    readonly record: T["record"];
    /** A field to go to, and what is called once it was. */
    readonly wanted: string | null;
    readonly onReached: () => void;
  },
) {
  const { screens, Form, record, wanted, onReached } = props;
  const can = useCan();
  const texts = useFieldFormatters(screens, record);
  const form = useRecordForm<T["values"] & FieldValues, T["record"]>(useRecordMutations(screens, record.id), {
    record,
    initial: screens.record.description.fields.empty,
    onSaved: useSavedToast(texts),
    onWaits: useSentForApproval(),
  });
  useWantedField<FieldValues>({ setFocus: form.form.setFocus, wanted, onReached });
  const { isReadOnly = ({ status }) => status === "archived", decisions } = screens;
  const isClosed = isReadOnly(record) || !can(screens.calls.update);
  return (
    <RecordFormView
      form={form}
      texts={texts}
      isReadOnly={isClosed}
      {...(decisions && { decisions: { of: decisions, status: record.status } })}
    >
      {isClosed ? <Form /> : <RequiredForm {...props} />}
    </RecordFormView>
  );
}

/** The form of a new record, empty or a copy of `original`. */
export function CreateForm<T extends RecordTypes>(
  props: FormProps<T> & {
    readonly id: string;
    readonly original: T["record"] | null;
    /** Shows what `created` makes of the answer. */
    readonly onCreated: (answer: unknown) => void;
  },
) {
  const { screens, id, original, onCreated } = props;
  const { name, fields } = screens.record.description;
  const t = useMessagesOfAny(name);
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const { decisions = noDecisions } = screens;
  const decidable = useDecidable(decisions);
  const linked = useLinkedValues(screens);
  const prefill = original ? decidable(copyOf(screens, original, { language, t }), fields.empty) : linked;
  const answered = useRef<unknown>(null);
  const [initial] = useState(() => ({ ...fields.empty, ...screens.initial?.() }));
  const form = useRecordForm<T["values"] & FieldValues, T["record"]>(useRecordMutations(screens, id, answered), {
    record: null,
    initial,
    ...(prefill ? { prefill } : {}),
    onSaved: (record) => {
      if (screens.created) return onCreated(answered.current);
      toast({ text: t("created", { name: screens.nameOf(record, language) }) });
      void router.navigate({ to: `${screens.path}/${record.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordFormView form={form} texts={useFieldFormatters(screens)} decisions={{ of: decisions, status: null }}>
      <RequiredForm {...props} record={null} />
    </RecordFormView>
  );
}

/** The fields, below what the record must have to be submitted. */
function RequiredForm<T extends RecordTypes>(props: FormProps<T> & { readonly record: T["record"] | null }) {
  const { screens, Form, requirements, record } = props;
  if (!requirements) return <Form />;
  return (
    <RequirementList requirements={requirements} record={record} name={screens.record.description.name}>
      <Form />
    </RequirementList>
  );
}

/** The values that the address of a new record has for it; null if it has none. */
function useLinkedValues<T extends RecordTypes>({ record, prefilledBy = {} }: RecordScreens<T>): T["values"] | null {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const given = Object.entries(prefilledBy as Readonly<Record<string, string>>).flatMap(([name, param]) =>
    search[param] ? [[name, search[param]] as const] : [],
  );
  return given.length === 0 ? null : { ...record.description.fields.empty, ...Object.fromEntries(given) };
}

const noDecisions: Decisions = { resource: "", fields: {}, transitions: {} };

function copyOf<T extends RecordTypes>(
  { record, copied }: RecordScreens<T>,
  original: T["record"],
  context: CellContext,
) {
  return { ...record.description.fields.valuesOf(original), ...copied?.(original, context) };
}
