import { TextInput } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { alone } from "#base/passwords.ts";
import { account, accountLimits } from "#features/access/session/contract/account.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import fieldStyles from "#features/access/session/web/EntranceField.module.css";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { NewPasswordField } from "#features/access/session/passwords/web/NewPasswordField.tsx";
import { usePasswordErrors } from "#features/access/session/passwords/web/usePasswordErrors.ts";
import { useWrite } from "#web/operations.ts";
import { IconUserCircle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * Target of a registration's link: its user enters a name and sets the password. A form, because mail scanners open
 * links by themselves.
 */
export function ConfirmEmailScreen() {
  const messages = useMessages("session");
  const token = useLocation().hash;
  const [given, setGiven] = useState({ displayName: "", password: "" });
  const confirm = useWrite(account.confirmEmail);
  const { failure, errorOf } = usePasswordErrors(confirm.error);
  const isReady = z.safeParse(account.confirmEmail.input, { token, ...given }).success && token !== "";
  if (confirm.isSuccess) {
    return (
      <EntranceFrame title={messages("confirmEmail.doneTitle")} lead={<output>{messages("confirmEmail.done")}</output>}>
        <BackToLogin />
      </EntranceFrame>
    );
  }
  return (
    <EntranceFrame title={messages("confirmEmail.title")} lead={messages("confirmEmail.lead")}>
      <EntranceForm
        action={messages("confirmEmail.action")}
        isReady={isReady}
        isPending={confirm.isPending}
        failure={failure}
        onSubmit={() => isReady && confirm.mutate({ token, ...given })}
      >
        <TextInput
          label={messages("fields.name")}
          value={given.displayName}
          error={errorOf("displayName")}
          onChange={({ currentTarget }) => setGiven({ ...given, displayName: currentTarget.value })}
          leftSection={<IconUserCircle size={18} aria-hidden="true" />}
          classNames={{
            root: fieldStyles.field ?? "",
            wrapper: fieldStyles.box ?? "",
            input: fieldStyles.address ?? "",
          }}
          autoComplete="name"
          maxLength={accountLimits.displayNameMax}
        />
        <NewPasswordField
          beside={alone}
          value={given.password}
          error={errorOf("password")}
          onChange={(password) => setGiven({ ...given, password })}
        />
      </EntranceForm>
      <BackToLogin />
    </EntranceFrame>
  );
}
