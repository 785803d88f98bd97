import { TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { account, accountLimits } from "#features/access/session/contract/account.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EmailField } from "#features/access/session/web/EmailField.tsx";
import fieldStyles from "#features/access/session/web/EntranceField.module.css";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { RegisteredNote } from "#features/access/session/registration/web/RegisteredNote.tsx";
import { usePasswordErrors } from "#features/access/session/passwords/web/usePasswordErrors.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { useWrite } from "#web/operations.ts";
import { IconUserCircle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const isFilled = { displayName: account.register.input.shape.displayName, email: account.register.input.shape.email };

/**
 * Register in the signed-out menu (spec 000 §2): requests an account, which an administrator approves. The password is
 * set through the mailed link.
 */
export function RegisterScreen() {
  const messages = useMessages("session");
  const [given, setGiven] = useState({ displayName: "", email: "" });
  const register = useWrite(account.register);
  const { failure, errorOf } = usePasswordErrors(register.error);
  const isReady = z.safeParse(account.register.input, given).success;
  const handleChange = (name: keyof typeof given) => (value: string) => setGiven({ ...given, [name]: value });
  if (register.isSuccess) return <RegisteredNote email={given.email.trim()} />;
  return (
    <EntranceFrame title={messages("register.title")} lead={messages("register.lead")}>
      <EntranceForm
        action={messages("register.action")}
        isReady={isReady}
        isPending={register.isPending}
        failure={failure}
        onSubmit={() => isReady && register.mutate(given)}
      >
        <EmailField
          value={given.email}
          error={errorOf("email") ?? problemOf("email", given.email, messages)}
          onChange={handleChange("email")}
        />
        <TextInput
          label={messages("fields.name")}
          value={given.displayName}
          error={errorOf("displayName")}
          onChange={(event) => handleChange("displayName")(event.currentTarget.value)}
          leftSection={<IconUserCircle size={18} aria-hidden="true" />}
          classNames={{
            root: fieldStyles.field ?? "",
            wrapper: fieldStyles.box ?? "",
            input: fieldStyles.address ?? "",
          }}
          autoComplete="name"
          maxLength={accountLimits.displayNameMax}
        />
      </EntranceForm>
      <BackToLogin />
    </EntranceFrame>
  );
}

/** Shown once the text looks like an address, not while the user types its first letters. */
const problemOf = (field: keyof typeof isFilled, value: string, messages: Translate<MessageKey<"session">>) =>
  /@.+\.\S*$/.test(value.trim()) && !z.safeParse(isFilled[field], value).success
    ? messages("register.noAddress")
    : undefined;
