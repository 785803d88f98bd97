import { useLocation } from "@tanstack/react-router";
import { account } from "#features/session/contract/account.ts";
import { BackToLogin } from "#features/session/web/BackToLogin.tsx";
import { EntranceForm } from "#features/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/session/web/EntranceFrame.tsx";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useWords } from "#web/useWords.ts";

/** Where the letter's link leads. A button, because programs that look through mail open links by themselves. */
export function ConfirmEmailScreen() {
  const words = useWords("session");
  const token = useLocation().hash;
  const confirm = useWrite(account.confirmEmail);
  return (
    <EntranceFrame
      title={words(confirm.isSuccess ? "confirmEmail.doneTitle" : "confirmEmail.title")}
      lead={<output>{words(confirm.isSuccess ? "confirmEmail.done" : "confirmEmail.lead")}</output>}
    >
      {!confirm.isSuccess && (
        <EntranceForm
          action={words("confirmEmail.action")}
          isReady={token !== ""}
          isPending={confirm.isPending}
          failure={confirm.error && textOf(confirm.error)}
          onSubmit={() => confirm.mutate({ token })}
        >
          {null}
        </EntranceForm>
      )}
      <BackToLogin />
    </EntranceFrame>
  );
}
