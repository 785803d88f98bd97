import { Button } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { account } from "#features/access/session/contract/account.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useMessages } from "#web/useMessages.ts";

/** Target of both links for a new address: the old and the new one confirm it, and either can reject it. */
export function ConfirmEmailChangeScreen() {
  const messages = useMessages("session");
  const token = useLocation().hash;
  const answer = useWrite(account.answerEmailChange);
  const state = answer.data?.state;
  if (state !== undefined) {
    return (
      <EntranceFrame
        title={messages(`emailChange.${state}Title`)}
        lead={<output>{messages(`emailChange.${state}`)}</output>}
      >
        <BackToLogin />
      </EntranceFrame>
    );
  }
  const isRejecting = answer.isPending && answer.variables.answer === "reject";
  return (
    <EntranceFrame title={messages("emailChange.title")} lead={messages("emailChange.lead")}>
      <EntranceForm
        action={messages("emailChange.confirm")}
        isReady={token !== "" && !isRejecting}
        isPending={answer.isPending && !isRejecting}
        failure={answer.error && textOf(answer.error)}
        onSubmit={() => answer.mutate({ token, answer: "confirm" })}
      >
        {null}
      </EntranceForm>
      <Button
        variant="default"
        fullWidth
        mt="sm"
        size="md"
        disabled={token === ""}
        loading={isRejecting}
        onClick={() => answer.mutate({ token, answer: "reject" })}
      >
        {messages("emailChange.reject")}
      </Button>
      <BackToLogin />
    </EntranceFrame>
  );
}
