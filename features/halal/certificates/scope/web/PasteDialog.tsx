import { Alert, Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { readLines } from "#features/halal/certificates/scope/contract/lineTexts.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import classes from "#features/halal/certificates/scope/web/PasteDialog.module.css";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { formatNumber } from "#web/formats.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type PasteDialogProps = { readonly certificate: Certificate; readonly onClose: () => void };

const shownMax = 8;

/** A list of products out of a document or a sheet, shown as it was understood before it is taken. */
export function PasteDialog({ certificate, onClose }: PasteDialogProps) {
  const t = useMessages("certificates");
  const shellMessages = useMessages();
  const language = useLanguage();
  const [text, setText] = useState("");
  const { send, isPending, error } = useCertificateChange();
  const { lines, faults } = readLines(text);
  const figure = (value: number) => formatNumber(language, value);
  const confirm = async () => {
    const { id, version } = certificate;
    const fresh = lines.map((line) => ({
      ...line,
      id: newId(),
    }));
    if (await send(certificates.addLines, { id, version, lines: fresh }, { isQuiet: true })) onClose();
  };
  return (
    <Dialog
      isOpen
      title={t("paste.title")}
      onClose={onClose}
      widthPx={640}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button disabled={lines.length === 0} loading={isPending} onClick={() => void confirm()}>
            {t("paste.confirm", { count: lines.length, figure: figure(lines.length) })}
          </Button>
        </>
      }
    >
      <Textarea
        label={t("paste.label")}
        description={t("paste.hint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autosize
        minRows={5}
        maxRows={12}
        dir={text === "" ? undefined : "auto"}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
      <Understood lines={lines} faults={faults} />
      {error != null && (
        <Alert color="red" mt="md" role="alert">
          {textOf(error)}
        </Alert>
      )}
    </Dialog>
  );
}

/** The list as it was read, and the numbers in it that are wrong. */
function Understood({ lines, faults }: ReturnType<typeof readLines>) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const figure = (value: number) => formatNumber(language, value);
  return (
    <>
      {lines.length > 0 && (
        <ol className={classes.lines}>
          {lines.slice(0, shownMax).map(({ name, gtin }) => (
            <li key={`${name} ${gtin}`}>
              <bdi>{name}</bdi>
              {gtin && <bdi dir="ltr">GTIN {gtin.replace(/^0+/, "")}</bdi>}
            </li>
          ))}
        </ol>
      )}
      {lines.length > shownMax && (
        <p className={classes.more}>{t("impact.more", { figure: figure(lines.length - shownMax) })}</p>
      )}
      {faults.length > 0 && (
        <Alert color="yellow" mt="md">
          {t("paste.faults", { count: faults.length, figure: figure(faults.length) })}
          <ul className={classes.faults}>
            {faults.slice(0, shownMax).map((fault) => (
              <li key={fault.text}>
                <bdi>{fault.text}</bdi>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
