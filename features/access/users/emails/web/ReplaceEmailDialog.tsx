import { TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { Refusal } from "#base/refusal.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { userFields } from "#features/access/users/fields.ts";
import { userLimits } from "#features/access/users/rules.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { issueText } from "#web/textOf.ts";
import { useMessages } from "#web/useMessages.ts";

type ReplaceEmailDialogProps = {
  readonly user: User;
  readonly isPending: boolean;
  readonly onReplace: (email: string, reason: string) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks for the address that replaces one whose mailbox is lost, and why. */
export function ReplaceEmailDialog({ user, isPending, onReplace, onClose }: ReplaceEmailDialogProps) {
  const t = useMessages("users");
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const handleReplace = (reason: string) =>
    onReplace(email, reason).catch((error: unknown) => {
      const [first] = error instanceof Refusal ? error.errors : [];
      setProblem(first ? issueText(first) : null);
    });
  return (
    <ReasonDialog
      isDangerous
      title={t("steps.replaceEmail.title", { name: user.name })}
      text={t("steps.replaceEmail.text")}
      confirmLabel={t("steps.replaceEmail.confirm")}
      reasonMax={userLimits.reasonMax}
      isReady={z.safeParse(userFields.shape.email, email).success}
      isPending={isPending}
      error={null}
      onConfirm={(reason) => void handleReplace(reason)}
      onClose={onClose}
    >
      <TextInput
        mt="md"
        required
        dir="ltr"
        inputMode="email"
        label={t("steps.replaceEmail.field")}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={email}
        error={problem}
        onChange={({ currentTarget }) => {
          setProblem(null);
          setEmail(currentTarget.value);
        }}
        data-autofocus
      />
    </ReasonDialog>
  );
}
