import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { certifiers, recognitions } from "#features/certifiers/contract.ts";
import type { Recognition, RecognitionInput } from "#features/certifiers/contract/recognitions.ts";
import { RecognitionFields } from "#features/certifiers/web/RecognitionFields.tsx";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useDoneToast } from "#web/ui/useDoneToast.ts";
import { useWords } from "#web/useWords.ts";

type RecognitionDialogProps = {
  /** Null for a new one. */
  readonly recognition: Recognition | null;
  readonly of: { readonly bodyId: string; readonly acronym: string; readonly market?: string };
  readonly onClose: () => void;
};

const refreshes = [recognitions.list, certifiers.get];

/** What a market says about a body: written, changed, or taken back. */
export function RecognitionDialog({ recognition, of, onClose }: RecognitionDialogProps) {
  const t = useWords("certifiers");
  const words = useWords();
  const [id] = useState(() => recognition?.id ?? newId());
  const [values, setValues] = useState<RecognitionInput>(() => recognition ?? emptyFor(of));
  const create = useWrite(recognitions.create, { refreshes });
  const update = useWrite(recognitions.update, { refreshes });
  const remove = useWrite(recognitions.remove, { refreshes });
  const failed = [create, update, remove].find(({ error }) => error !== null)?.error ?? null;
  const set = (fields: Partial<RecognitionInput>) => setValues((now) => ({ ...now, ...fields }));
  const done = useDoneToast();
  const handleDone = (answer: unknown) => {
    done(answer);
    onClose();
  };
  const handleSave = () => {
    const then = { onSuccess: handleDone };
    if (recognition === null) return create.mutate({ id, ...values }, then);
    const { recognisedBy, scopeText, validFrom, validTo, sourceUrl, readOn, note } = values;
    const patch = { recognisedBy, scopeText, validFrom, validTo, sourceUrl, readOn, note };
    return update.mutate({ id, version: recognition.version, ...patch }, then);
  };
  const isMissing = values.market === "" || values.recognisedBy.trim() === "";
  return (
    <Dialog
      isOpen
      title={t(recognition === null ? "recognition.addOf" : "recognition.editOf", { name: of.acronym })}
      onClose={onClose}
      footer={
        <>
          {recognition !== null && (
            <Button
              variant="subtle"
              color="red"
              style={{ marginInlineEnd: "auto" }}
              loading={remove.isPending}
              onClick={() => remove.mutate({ id, version: recognition.version }, { onSuccess: handleDone })}
            >
              {words("buttons.delete")}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {words("buttons.cancel")}
          </Button>
          <Button disabled={isMissing} loading={create.isPending || update.isPending} onClick={handleSave}>
            {words("buttons.save")}
          </Button>
        </>
      }
    >
      <div style={{ display: "grid", gap: 16 }}>
        <RecognitionFields values={values} isNew={recognition === null} error={failed} onChange={set} />
        {failed && (
          <Alert color="red" role="alert">
            {textOf(failed)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

const emptyFor = ({ bodyId, market = "" }: RecognitionDialogProps["of"]): RecognitionInput => ({
  market,
  bodyId,
  recognisedBy: "",
  scopeText: null,
  validFrom: null,
  validTo: null,
  sourceUrl: null,
  readOn: null,
  note: null,
});
