import { Button, MultiSelect } from "@mantine/core";
import { useState } from "react";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { useRead } from "#web/operations.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ApprovalDialogProps = {
  readonly user: User;
  readonly isPending: boolean;
  readonly onApprove: (roleIds: readonly string[]) => void;
  readonly onClose: () => void;
};

/** Approves a user who registered, with roles in the same step: without roles, the user could do nothing. */
export function ApprovalDialog({ user, isPending, onApprove, onClose }: ApprovalDialogProps) {
  const t = useMessages("users");
  const shellMessages = useMessages();
  const language = useLanguage();
  const { data } = useRead(users.choices, {});
  const [roleIds, setRoleIds] = useState<string[]>([]);
  return (
    <Dialog
      isOpen
      title={t("steps.approve.title", { name: user.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button disabled={roleIds.length === 0} loading={isPending} onClick={() => onApprove(roleIds)}>
            {t("steps.approve.confirm")}
          </Button>
        </>
      }
    >
      <p>{t("steps.approve.text")}</p>
      <MultiSelect
        mt="md"
        required
        label={t("fields.roles")}
        data={(data?.roles ?? []).map(({ id, title, titleI18n, mayGive }) => ({
          value: id,
          label: titleI18n[language] ?? title,
          disabled: !mayGive,
        }))}
        value={roleIds}
        onChange={setRoleIds}
        searchable
        nothingFoundMessage={t("nothingFound")}
        maxDropdownHeight={220}
        comboboxProps={{ withinPortal: true }}
      />
    </Dialog>
  );
}
