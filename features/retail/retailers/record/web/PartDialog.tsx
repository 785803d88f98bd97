import { Alert, Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { commonRefusals, type FieldError, Refusal } from "#base/refusal.ts";
import { checkedBy } from "#web/record/formErrors.ts";
import { LeaveGuard } from "#web/record/LeaveGuard.tsx";
import classes from "#features/retail/retailers/record/web/PartDialog.module.css";
import { issueText, textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

type PartDialogProps<Values extends FieldValues> = {
  readonly title: string;
  /** The schema that the server validates with. */
  readonly schema: z.core.$ZodType<Values>;
  readonly errorsOf?: (values: Values) => readonly FieldError[];
  readonly initial: Values;
  readonly confirmLabel?: string;
  readonly widthPx?: number;
  /**
   * Refuses as the operation does. If another user has changed the record, it is read again, and what was typed stays;
   * it also stays if the result is false: the user goes on editing.
   */
  readonly onSave: (values: Values) => Promise<void | false>;
  readonly onConflict: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The form of one part of a record, in a dialog. Errors are shown at their fields, and nothing typed is lost. */
export function PartDialog<Values extends FieldValues>(props: PartDialogProps<Values>) {
  const { title, confirmLabel, widthPx = 640, onClose, children } = props;
  const recordT = useMessages("record");
  const shellT = useMessages();
  const confirm = useConfirm();
  const formId = useId();
  const { form, failure, save } = usePartForm(props);
  const { isDirty } = form.formState;
  // Escape or a click outside is easily a mistake. Cancel is deliberate.
  const handleClose = async () => {
    const question = { title: recordT("leave.title"), text: recordT("leave.text"), confirmLabel: recordT("leave.go") };
    if (!isDirty || (await confirm(question))) onClose();
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={() => void handleClose()}
      widthPx={widthPx}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellT("buttons.cancel")}
          </Button>
          <Button type="submit" form={formId} loading={form.formState.isSubmitting}>
            {confirmLabel ?? recordT("save")}
          </Button>
        </>
      }
    >
      <LeaveGuard isOnTab isChanged={() => isDirty} onLeave={onClose} />
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className={classes.fields}
          onSubmit={(event) => {
            // In React, events of a form in a dialog bubble to the page that opened it.
            event.stopPropagation();
            void form.handleSubmit(save)(event);
          }}
        >
          {children}
        </form>
      </FormProvider>
      {failure !== null && (
        <Alert color="red" mt="md" role="alert">
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}

/** The form, and the result of sending it. */
function usePartForm<Values extends FieldValues>(props: PartDialogProps<Values>) {
  const { schema, errorsOf, initial, onSave, onConflict, onClose } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: checkedBy(schema, errorsOf),
    mode: "onTouched",
  });
  const save = async (values: Values) => {
    setFailure(null);
    try {
      if ((await onSave(values)) !== false) onClose();
    } catch (error) {
      if (error instanceof Refusal && error.code === commonRefusals.version_conflict.code) onConflict();
      if (error instanceof Refusal && error.errors.length > 0) {
        for (const [index, each] of error.errors.entries())
          form.setError(
            each.path as Path<Values>,
            { type: each.code, message: issueText(each) },
            { shouldFocus: index === 0 },
          );
      } else setFailure(textOf(error));
    }
  };
  return { form, failure, save };
}
