import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { session } from "#features/access/session/contract.ts";
import { factors, hasSecondFactor } from "#features/access/session/contract/factors.ts";
import { isLongEnough, isShortEnough } from "#base/passwords.ts";
import styles from "#features/access/session/passwords/web/ChangePasswordScreen.module.css";
import { NewPasswordField } from "#features/access/session/passwords/web/NewPasswordField.tsx";
import { PasswordField } from "#features/access/session/passwords/web/PasswordField.tsx";
import { usePasswordErrors } from "#features/access/session/passwords/web/usePasswordErrors.ts";
import { homePath } from "#web/guard.ts";
import { refresh, useRead, useWrite } from "#web/operations.ts";
import { type SignedInUser, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** The current password and the new one. Renews this session's token and ends the user's other sessions. */
export function ChangePasswordForm({ person }: { readonly person: SignedInUser }) {
  const messages = useMessages("session");
  const account = useMessages("account");
  const { signIn } = useSession();
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const change = useWrite(session.changePassword);
  const { failure, errorOf } = usePasswordErrors(change.error);
  const known = useRead(factors.readFactors, {}).data;
  // Until the user's factors are loaded, assumes none.
  const beside = { hasSecondFactor: known !== undefined && hasSecondFactor(known) };
  const isReady = currentPassword !== "" && isLongEnough(newPassword, beside) && isShortEnough(newPassword);

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isReady && !change.isPending)
      change.mutate({ currentPassword, newPassword }, { onSuccess: ({ accessToken }) => void renew(accessToken) });
  };
  const renew = async (accessToken: string) => {
    setCurrent("");
    setNew("");
    try {
      await signIn(accessToken);
      // Not earlier: until the new token is stored, reads would use one that has ended.
      await refresh(queryClient, [session.listOwn]);
      toast({ text: account("change.done") });
      if (person.mustFirst === "changePassword") await navigate({ to: homePath });
    } catch (error) {
      // The password is changed in any case; only loading the user with the new token failed.
      toast({ variant: "error", text: textOf(error) });
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {/* For password managers, which otherwise store the new password without a user name. */}
      <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
      <PasswordField
        label={messages("fields.currentPassword")}
        purpose="current-password"
        value={currentPassword}
        error={errorOf("currentPassword")}
        onChange={setCurrent}
      />
      <NewPasswordField beside={beside} value={newPassword} error={errorOf("newPassword")} onChange={setNew} />
      <div>
        <Button type="submit" disabled={!isReady} loading={change.isPending}>
          {account("change.action")}
        </Button>
      </div>
    </form>
  );
}
