import { Button } from "@mantine/core";
import { lazy, Suspense, useId, useMemo, useState } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { glossary as operations, knowledgeBase, type ReadTerm } from "#demos/knowledge-base/contract.ts";
import { glossaryFields, type GlossaryInput } from "#demos/knowledge-base/fields.ts";
import { termIn } from "#demos/knowledge-base/rules.ts";
import classes from "#demos/knowledge-base/web/GlossaryScreen.module.css";
import { call } from "#web/call.ts";
import { newId } from "#web/newId.ts";
import { refresh } from "#web/operations.ts";
import { DraftNotice } from "#web/record/DraftNotice.tsx";
import { type RecordMutations, useRecordForm } from "#web/record/useRecordForm.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import { formOf } from "#web/records/formOf.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const ConflictDialog = lazy(() =>
  import("#web/record/ConflictDialog.tsx").then((module) => ({ default: module.ConflictDialog })),
);

/** The messages of its fields are those of articles. */
const described = { description: { name: "articles", fields: glossaryFields } } as const;
const { Field } = formOf(described);

type TermDialogProps = {
  /** Null: a new one. */
  readonly term: ReadTerm | null;
  readonly onClose: () => void;
};

/** Adds or changes a term. What is typed is kept when it is closed with Esc, and offered again. */
export function TermDialog({ term, onClose }: TermDialogProps) {
  const t = useMessages("articles");
  const shell = useMessages();
  const language = useLanguage();
  const toast = useToast();
  const formId = useId();
  const form = useRecordForm<GlossaryInput & FieldValues, ReadTerm>(useTermMutations(), {
    record: term,
    initial: glossaryFields.empty,
    onSaved: (saved) => {
      toast({
        text: t(term === null ? "glossary.added" : "glossary.saved", { name: termIn(saved, language).name.text }),
      });
      onClose();
    },
  });
  const texts = useFieldFormatters({ record: described });
  const cancel = () => {
    form.forgetDraft();
    onClose();
  };
  return (
    <Dialog
      isOpen
      widthPx={560}
      title={t(term === null ? "glossary.new" : "glossary.change")}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={cancel}>
            {shell("buttons.cancel")}
          </Button>
          <Button type="submit" form={formId} loading={form.form.formState.isSubmitting}>
            {shell("buttons.save")}
          </Button>
        </>
      }
    >
      <FormProvider {...form.form}>
        <form id={formId} className={classes.form} noValidate onSubmit={(event) => void form.submit(event)}>
          {form.draft && <DraftNotice {...form.draft} />}
          {glossaryFields.names.map((name) => (
            <Field key={name} name={name} />
          ))}
        </form>
        <Suspense>{form.conflict && <ConflictDialog conflict={form.conflict} texts={texts} />}</Suspense>
      </FormProvider>
    </Dialog>
  );
}

function useTermMutations(): RecordMutations<GlossaryInput & FieldValues, ReadTerm> {
  const { transport, queryClient } = useApiClient();
  const [id] = useState(newId);
  return useMemo(() => {
    const store = async (saved: Promise<ReadTerm>) => {
      const answer = await saved;
      await refresh(queryClient, [knowledgeBase.glossary]);
      return answer;
    };
    return {
      name: "glossaryTerms",
      schema: glossaryFields.schema as never,
      errorsOf: (values) => glossaryFields.errorsOf(values, null),
      valuesOf: (term) => glossaryFields.valuesOf(term),
      create: (values) => store(call(transport, operations.create, { id, ...values })),
      update: (patch, { id: termId, version }) =>
        store(call(transport, operations.update, { ...patch, id: termId, version })),
    };
  }, [transport, queryClient, id]);
}
