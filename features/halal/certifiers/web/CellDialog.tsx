import { Button } from "@mantine/core";
import { useState } from "react";
import { recognitions } from "#features/halal/certifiers/contract.ts";
import type { RecognisedCertifier, Recognition } from "#features/halal/certifiers/contract/recognitions.ts";
import { RecognitionDialog } from "#features/halal/certifiers/web/RecognitionDialog.tsx";
import { RecognitionLines } from "#features/halal/certifiers/web/RecognitionLines.tsx";
import { countryName } from "#web/formats.ts";
import { useCan } from "#web/session.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type CellDialogProps = {
  readonly certifier: RecognisedCertifier;
  readonly market: string;
  readonly periods: readonly Recognition[];
  readonly onClose: () => void;
};

/** All that a market has said about a certifier. */
export function CellDialog({ certifier, market, periods, onClose }: CellDialogProps) {
  const t = useMessages("certifiers");
  const messages = useMessages();
  const language = useLanguage();
  const can = useCan();
  const [edited, setEdited] = useState<Recognition | "new" | null>(null);
  if (edited !== null)
    return (
      <RecognitionDialog
        recognition={edited === "new" ? null : edited}
        of={{ bodyId: certifier.id, acronym: certifier.acronym, market }}
        onClose={() => setEdited(null)}
      />
    );
  return (
    <Dialog
      isOpen
      widthPx={560}
      title={`${certifier.acronym} · ${countryName(language, market)}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {messages("buttons.close")}
          </Button>
          {can(recognitions.create) && <Button onClick={() => setEdited("new")}>{t("recognition.add")}</Button>}
        </>
      }
    >
      {periods.length === 0 ? (
        <p>{t("recognition.noneHere")}</p>
      ) : (
        <RecognitionLines rows={periods} onEdit={can(recognitions.update) ? setEdited : null} />
      )}
    </Dialog>
  );
}
