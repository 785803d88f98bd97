import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { certifiers, recognitions } from "#features/halal/certifiers/contract.ts";
import type { Recognition, RecognitionInput } from "#features/halal/certifiers/contract/recognitions.ts";
import { RecognitionFields } from "#features/halal/certifiers/web/RecognitionFields.tsx";
import { patchOf, useRecognitionImpact } from "#features/halal/certifiers/web/useRecognitionImpact.ts";
import { countryName } from "#web/formats.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useDoneToast } from "#web/ui/useDoneToast.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RecognitionDialogProps = {
  /** Null for a new one. */
  readonly recognition: Recognition | null;
  readonly of: { readonly bodyId: string; readonly acronym: string; readonly market?: string };
  readonly onClose: () => void;
};

const refreshes = [recognitions.list, certifiers.get];

/** What a market says about a certifier: written, changed, or taken back. */
export function RecognitionDialog({ recognition, of, onClose }: RecognitionDialogProps) {
  const t = useMessages("certifiers");
  const messages = useMessages();
  const language = useLanguage();
  const [id] = useState(() => recognition?.id ?? newId());
  const [values, setValues] = useState<RecognitionInput>(() => recognition ?? emptyFor(of));
  const [isRemoving, setRemoving] = useState(false);
  const { impact, failed, isPending, save, remove } = useChange({ id, recognition, values, isRemoving, onClose });
  const set = (fields: Partial<RecognitionInput>) => setValues((now) => ({ ...now, ...fields }));
  const isMissing = values.market === "" || values.recognisedBy.trim() === "";
  const title = isRemoving ? "recognition.removeOf" : recognition ? "recognition.editOf" : "recognition.addOf";
  return (
    <SidePanel
      isOpen
      title={t(title, { name: of.acronym })}
      onClose={onClose}
      pinned={
        failed && (
          <Alert color="red" role="alert">
            {textOf(failed)}
          </Alert>
        )
      }
      footer={
        <>
          {recognition !== null && !isRemoving && (
            <Button variant="subtle" color="red" style={{ marginInlineEnd: "auto" }} onClick={() => setRemoving(true)}>
              {t("recognition.remove")}
            </Button>
          )}
          <Button variant="default" onClick={isRemoving ? () => setRemoving(false) : onClose}>
            {messages("buttons.cancel")}
          </Button>
          {isRemoving ? (
            <Button color="red" disabled={impact.isPending} loading={isPending} onClick={remove}>
              {messages("buttons.delete")}
            </Button>
          ) : (
            <Button disabled={isMissing || impact.isPending} loading={isPending} onClick={save}>
              {messages("buttons.save")}
            </Button>
          )}
        </>
      }
    >
      <div style={{ display: "grid", gap: 16 }}>
        {isRemoving ? (
          <p>{t("recognition.removeText", { market: countryName(language, values.market) })}</p>
        ) : (
          <RecognitionFields values={values} isNew={recognition === null} error={failed} onChange={set} />
        )}
        {(isRemoving || impact.consequences.length > 0) && <Consequences consequences={impact.consequences} />}
      </div>
    </SidePanel>
  );
}

type Change = Parameters<typeof useRecognitionImpact>[0] & Pick<RecognitionDialogProps, "onClose">;

/** What is written and taken back, as it was shown. */
function useChange({ onClose, ...change }: Change) {
  const { id, recognition, values } = change;
  const impact = useRecognitionImpact(change);
  const create = useWrite(recognitions.create, { refreshes });
  const update = useWrite(recognitions.update, { refreshes });
  const remove = useWrite(recognitions.remove, { refreshes });
  const writes = [create, update, remove];
  const done = useDoneToast();
  const handleDone = (answer: unknown) => {
    done(answer);
    onClose();
  };
  // The next try begins from what would follow now.
  const then = { onSuccess: handleDone, onError: impact.lookAgain };
  return {
    impact,
    failed: writes.find(({ error }) => error !== null)?.error ?? null,
    isPending: writes.some((write) => write.isPending),
    save: () =>
      recognition === null
        ? create.mutate({ id, ...values, ...impact.asShown }, then)
        : update.mutate({ id, version: recognition.version, ...patchOf(values), ...impact.asShown }, then),
    remove: () => recognition && remove.mutate({ id, version: recognition.version, ...impact.asShown }, then),
  };
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
