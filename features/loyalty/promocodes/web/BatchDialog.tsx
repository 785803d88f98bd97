import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Refusal } from "#base/refusal.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { codeBatches, NewBatch } from "#features/loyalty/promocodes/contract/batches.ts";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import { newId } from "#web/newId.ts";
import { useWrite } from "#web/operations.ts";
import { checkedBy } from "#web/record/formErrors.ts";
import { TextField } from "#web/record/TextField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { issueText, textOf } from "#web/textOf.ts";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useMessages } from "#web/useMessages.ts";

type BatchDialogProps = { readonly promocodeId: string; readonly onClose: () => void };

const initial: NewBatch = { quantity: 1000, pattern: "########", usesMax: 1, validFrom: null, validTo: null };

/** Asks how many codes to generate, and what they look like. */
export function BatchDialog({ promocodeId, onClose }: BatchDialogProps) {
  const t = useMessages("promocodes");
  const shellMessages = useMessages();
  // The same for every attempt, so that a lost response creates no second batch.
  const [batchId] = useState(newId);
  const form = useForm<NewBatch>({ defaultValues: initial, resolver: checkedBy(NewBatch), mode: "onTouched" });
  const create = useWrite(codeBatches.create, {
    refreshes: [codeBatches.list, promocodes.get, promocodes.activity, promocodes.list],
  });
  const handleError = (error: Error) => {
    if (!(error instanceof Refusal)) return;
    for (const each of error.errors)
      form.setError(each.path as keyof NewBatch, { type: each.code, message: issueText(each) });
  };
  const handleSave = (batch: NewBatch) =>
    create.mutate({ id: promocodeId, batchId, ...batch }, { onSuccess: onClose, onError: handleError });
  const isShown = create.error !== null && !(create.error instanceof Refusal && create.error.errors.length > 0);
  return (
    <SidePanel
      isOpen
      title={t("codes.generate")}
      onClose={onClose}
      pinned={
        isShown && (
          <Alert color="red" role="alert">
            {textOf(create.error)}
          </Alert>
        )
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button loading={create.isPending} onClick={() => void form.handleSubmit(handleSave)()}>
            {t("codes.generate")}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form className={classes.rows} noValidate onSubmit={(event) => void form.handleSubmit(handleSave)(event)}>
          <WholeNumberField name="quantity" label={t("batch.quantity")} hint={t("batch.quantityHint")} />
          <TextField name="pattern" label={t("batch.pattern")} hint={t("batch.patternHint")} kind="code" isRequired />
          <WholeNumberField name="usesMax" label={t("batch.usesMax")} />
        </form>
      </FormProvider>
    </SidePanel>
  );
}
