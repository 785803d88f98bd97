import { useState } from "react";
import { factors as operations, type Passkey } from "#features/access/session/contract/factors.ts";
import { PasskeyNameDialog } from "#features/access/session/factors/web/PasskeyNameDialog.tsx";
import type { useProof } from "#features/access/session/factors/web/useProof.tsx";
import { formatDate, formatRelative } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { CardLine } from "#web/ui/CardLine.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconFingerprint, IconPencil, IconTrash } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type PasskeyLineProps = {
  readonly passkey: Passkey;
  readonly readAt: number;
  readonly prove: ReturnType<typeof useProof>["prove"];
};

/** One passkey: its name, last use, and the actions to rename and remove it. */
export function PasskeyLine({ passkey, readAt, prove }: PasskeyLineProps) {
  const messages = useMessages("account");
  const language = useLanguage();
  const toast = useToast();
  const remove = useWrite(operations.removePasskey, { refreshes: [operations.readFactors] });
  const [isNaming, setNaming] = useState(false);
  const { name, createdAt, lastUsedAt } = passkey;
  const handleRemove = async () => {
    try {
      const removed = await prove(async (proof) => {
        await remove.mutateAsync({ passkeyId: passkey.id, proof });
        return true;
      });
      if (removed) toast({ text: messages("factors.passkeys.removed") });
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
  return (
    <CardLine
      icon={<IconFingerprint size={20} aria-hidden="true" />}
      name={name}
      actions={
        <>
          <IconButton label={messages("factors.passkeys.rename", { name })} onClick={() => setNaming(true)}>
            <IconPencil size={18} aria-hidden="true" />
          </IconButton>
          <IconButton label={messages("factors.passkeys.remove", { name })} onClick={() => void handleRemove()}>
            <IconTrash size={18} aria-hidden="true" />
          </IconButton>
          <PasskeyNameDialog passkey={passkey} isOpen={isNaming} onClose={() => setNaming(false)} />
        </>
      }
    >
      <span>
        {messages("factors.passkeys.since", { date: formatDate(language, createdAt) })}
        {" · "}
        {lastUsedAt === null
          ? messages("factors.passkeys.unused")
          : messages("sessions.lastUsed", { when: formatRelative(language, lastUsedAt, readAt) })}
      </span>
    </CardLine>
  );
}
