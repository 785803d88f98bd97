import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Refusal } from "#base/refusal.ts";
import { session } from "#features/access/session/contract.ts";
import { alone, isLongEnough, isShortEnough } from "#base/passwords.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { NewPasswordField } from "#features/access/session/passwords/web/NewPasswordField.tsx";
import styles from "#features/access/session/web/EntranceField.module.css";
import { requestToken } from "#features/access/session/web/sessionSource.ts";
import { usePasswordErrors } from "#features/access/session/passwords/web/usePasswordErrors.ts";
import { call } from "#web/call.ts";
import { homePath, loginPath } from "#web/guard.ts";
import { queryClientOf, useWrite } from "#web/operations.ts";
import { protectDevice } from "#web/offline/protectDevice.ts";
import { useSession } from "#web/session.tsx";
import { useTransport } from "#web/transport.ts";
import { IconMail } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

/** Target of the mailed link. Its token is after the #, which is not sent to any server. */
export function ResetPasswordScreen() {
  const messages = useMessages("session");
  const token = useLocation().hash;
  const isInvitation = useIsInvitation();
  const [password, setPassword] = useState("");
  const reset = useWrite(session.resetPassword);
  const { owner, readOwner } = useLinkOwner(token);
  const [isWaiting, setWaiting] = useState(false);
  const enter = useEntrance(isInvitation);
  // Invited users have no second factor yet; for others only the server knows.
  const isReady = isLongEnough(password, { hasSecondFactor: !isInvitation }) && isShortEnough(password);
  const { failure, errorOf } = usePasswordErrors(reset.error);
  const isDead = token === "" || (reset.error instanceof Refusal && reset.error.code === "reset_link_invalid");
  // The owner is read first: setting the password uses the link up, and an invited user is signed in with the address.
  const submit = async () => {
    setWaiting(true);
    const email = (await readOwner())?.email ?? null;
    setWaiting(false);
    reset.mutate({ token, password }, { onSuccess: () => void enter({ email, password }) });
  };
  if (isDead) return isInvitation ? <DeadInvitation /> : <DeadLink />;
  return (
    <EntranceFrame
      title={messages(isInvitation ? "invitation.title" : "reset.title")}
      lead={messages(isInvitation ? "invitation.lead" : "reset.lead")}
    >
      <EntranceForm
        action={messages("reset.action")}
        isReady={isReady}
        isPending={reset.isPending || isWaiting}
        failure={failure}
        onSubmit={() => isReady && void submit()}
      >
        {owner && <OwnEmailField email={owner.email} />}
        <NewPasswordField
          beside={isInvitation ? alone : "unknown"}
          value={password}
          error={errorOf("password")}
          onChange={setPassword}
          isFocusedFirst
        />
      </EntranceForm>
      <BackToLogin />
    </EntranceFrame>
  );
}

/**
 * The user of the link, and a function that waits for them while they are being read. A failure is not shown: setting the
 * password says why the link doesn't work.
 */
function useLinkOwner(token: string) {
  const transport = useTransport();
  const queryClient = queryClientOf(transport);
  const query = {
    queryKey: ["resetLink", token],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(transport, session.readResetLink, { token }, { signal }),
    retry: false,
  };
  const { data, isFetching } = useQuery({ ...query, enabled: token !== "" }, queryClient);
  const readOwner = async () => (isFetching ? queryClient.query(query).catch(() => undefined) : data);
  return { owner: data, readOwner };
}

/** Read-only, and what password managers store the new password under. */
function OwnEmailField({ email }: { readonly email: string }) {
  const messages = useMessages("session");
  return (
    <TextInput
      label={messages("fields.email")}
      value={email}
      readOnly
      dir="ltr"
      autoComplete="username"
      leftSection={<IconMail size={18} aria-hidden="true" />}
      classNames={{ root: styles.field ?? "", wrapper: styles.box ?? "", input: styles.address ?? "" }}
    />
  );
}

/**
 * Every session of the user has ended, so a token that this browser may have is deleted as well. Invited users are then
 * signed in; others sign in with the new password, and find their email filled in.
 */
function useEntrance(isInvitation: boolean) {
  const messages = useMessages("session");
  const toast = useToast();
  const transport = useTransport();
  const current = useSession();
  const navigate = useNavigate();
  return async ({ email, password }: { email: string | null; password: string }) => {
    protectDevice(current);
    await current.signOut().catch(() => {});
    if (isInvitation && email !== null) {
      const isEntered = await requestToken(transport, { email, password })
        .then(current.signIn)
        .catch(() => null);
      if (isEntered) return navigate({ to: homePath, replace: true });
    }
    toast({ text: messages("reset.done") });
    return navigate({ to: loginPath, replace: true, state: email === null ? {} : { email } });
  };
}

/** Invited users set a first password here, with texts of its own. */
const useIsInvitation = () => useSearchParam("invitation")[0] !== "";

function DeadInvitation() {
  const messages = useMessages("session");
  return (
    <EntranceFrame
      title={messages("reset.deadTitle")}
      lead={<span role="alert">{messages("invitation.deadText")}</span>}
    >
      <BackToLogin />
    </EntranceFrame>
  );
}

function DeadLink() {
  const messages = useMessages("session");
  return (
    <EntranceFrame title={messages("reset.deadTitle")} lead={<span role="alert">{messages("reset.deadText")}</span>}>
      <LinkButton to="/forgot-password">{messages("reset.askAgain")}</LinkButton>
      <BackToLogin />
    </EntranceFrame>
  );
}
