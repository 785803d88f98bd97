import { Alert, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Refusal } from "#base/refusal.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { confirmsErasure } from "#features/access/users/rules.ts";
import { issueText } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type EraseDialogProps = {
  readonly user: User;
  readonly isPending: boolean;
  readonly onErase: (confirmation: string) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks for the person's address to be typed: what follows cannot be taken back. */
export function EraseDialog({ user, isPending, onErase, onClose }: EraseDialogProps) {
  const t = useMessages("users");
  const shellMessages = useMessages();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const handleErase = () =>
    onErase(typed).catch((error: unknown) => {
      const [first] = error instanceof Refusal ? error.errors : [];
      setProblem(first ? issueText(first) : null);
    });
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t("steps.erase.title", { name: user.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button
            color="red"
            disabled={!confirmsErasure(user, typed)}
            loading={isPending}
            onClick={() => void handleErase()}
          >
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
        description={<bdi dir="ltr">{user.email}</bdi>}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}
