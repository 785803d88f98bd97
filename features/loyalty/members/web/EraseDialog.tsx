import { Alert, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Operation } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { type Member, members } from "#features/loyalty/members/contract.ts";
import { memberLimits } from "#features/loyalty/members/fields.ts";
import { memberName } from "#features/loyalty/members/rules.ts";
import { useWrite } from "#web/operations.ts";
import { issueText, textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type EraseDialogProps = {
  readonly member: Member;
  readonly refreshes: readonly Operation[];
  readonly onClose: () => void;
};

/** Asks for a contact of the member in full: whoever asked for the erasure gave it, and the screen doesn’t show it. */
export function EraseDialog({ member, refreshes, onClose }: EraseDialogProps) {
  const t = useMessages("members");
  const shellMessages = useMessages();
  const toast = useToast();
  const [typed, setTyped] = useState("");
  const erase = useWrite(members.erase, { refreshes });
  const { id, version } = member;
  const handleErase = () =>
    erase.mutate(
      { id, version, confirmation: typed },
      {
        onSuccess: () => {
          toast({ text: t("steps.erase.done") });
          onClose();
        },
      },
    );
  const [first] = erase.error instanceof Refusal ? erase.error.errors : [];
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t("steps.erase.title", { name: memberName(member) })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button color="red" disabled={typed.trim() === ""} loading={erase.isPending} onClick={handleErase}>
            {t("steps.erase.confirm")}
          </Button>
        </>
      }
    >
      <Alert color="red">{t("steps.erase.text")}</Alert>
      <TextInput
        mt="md"
        dir="ltr"
        label={t("steps.erase.type")}
        autoComplete="off"
        spellCheck={false}
        maxLength={memberLimits.contactMax}
        value={typed}
        error={erase.error && (first ? issueText(first) : textOf(erase.error))}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}
