import { Alert, Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Operation } from "#base/contract.ts";
import { type Member, members } from "#features/loyalty/members/contract.ts";
import { memberName } from "#features/loyalty/members/rules.ts";
import { pickable } from "#web/list/pickable.ts";
import { useWrite } from "#web/operations.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

const pickMember = pickable<typeof members.list>({
  operation: members.list,
  sort: "displayName",
  narrowing: { status: ["active"] },
  nameOf: memberName,
  hintOf: ({ memberNumber, email, phone }) => memberNumber ?? email ?? phone ?? "",
});

type MergeDialogProps = {
  readonly member: Member;
  readonly refreshes: readonly Operation[];
  readonly onClose: () => void;
};

/** Asks for the member who stays: found by name, or by a contact in full. */
export function MergeDialog({ member, refreshes, onClose }: MergeDialogProps) {
  const t = useMessages("members");
  const shellMessages = useMessages();
  const recordMessages = useMessages("record");
  const toast = useToast();
  const router = useRouter();
  const [into, setInto] = useState<string | null>(null);
  const merge = useWrite(members.merge, { refreshes });
  const name = memberName(member);
  const { id, version } = member;
  const handleMerge = () => {
    if (into === null) return;
    merge.mutate(
      { id, version, into },
      {
        onSuccess: () => {
          toast({ text: t("steps.merge.done", { name }) });
          onClose();
          void router.navigate({ to: `/apps/promocode/members/${into}` });
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      title={t("steps.merge.title", { name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button color="red" disabled={into === null} loading={merge.isPending} onClick={handleMerge}>
            {t("steps.merge.confirm")}
          </Button>
        </>
      }
    >
      <p>{t("steps.merge.text")}</p>
      <RecordPicker
        mt="md"
        label={t("steps.merge.into")}
        description={t("steps.merge.intoHint")}
        source={pickMember}
        nothingFound={recordMessages("nothingFound")}
        value={into}
        onChange={setInto}
      />
      {merge.error && (
        <Alert mt="md" color="red" role="alert">
          {textOf(merge.error)}
        </Alert>
      )}
    </Dialog>
  );
}
