import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Refusal } from "#base/refusal.ts";
import { session } from "#features/access/session/contract.ts";
import { alone, isLongEnough, isShortEnough } from "#base/passwords.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { NewPasswordField } from "#features/access/session/passwords/web/NewPasswordField.tsx";
import { usePasswordErrors } from "#features/access/session/passwords/web/usePasswordErrors.ts";
import { loginPath } from "#web/guard.ts";
import { useWrite } from "#web/operations.ts";
import { useSession } from "#web/session.tsx";
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
  const leave = useLeave();
  // Invited users have no second factor yet; for others only the server knows.
  const isReady = isLongEnough(password, { hasSecondFactor: !isInvitation }) && isShortEnough(password);
  const { failure, errorOf } = usePasswordErrors(reset.error);
  const isDead = token === "" || (reset.error instanceof Refusal && reset.error.code === "reset_link_invalid");
  if (isDead) return isInvitation ? <DeadInvitation /> : <DeadLink />;
  return (
    <EntranceFrame
      title={messages(isInvitation ? "invitation.title" : "reset.title")}
      lead={messages(isInvitation ? "invitation.lead" : "reset.lead")}
    >
      <EntranceForm
        action={messages("reset.action")}
        isReady={isReady}
        isPending={reset.isPending}
        failure={failure}
        onSubmit={() => isReady && reset.mutate({ token, password }, { onSuccess: () => void leave() })}
      >
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

/** Every session of the user has ended, so a token that this browser may have is deleted as well. */
function useLeave() {
  const messages = useMessages("session");
  const toast = useToast();
  const { signOut } = useSession();
  const navigate = useNavigate();
  return async () => {
    await signOut().catch(() => {});
    toast({ text: messages("reset.done") });
    await navigate({ to: loginPath, replace: true });
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
