import { Button } from "@mantine/core";
import { useState } from "react";
import { Refusal } from "#base/refusal.ts";
import type { FactorQuestion } from "#features/access/session/contract/factors.ts";
import { isCode, recoveryCodesFew } from "#features/access/session/rules.ts";
import { CodeField } from "#features/access/session/factors/web/CodeField.tsx";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { RecoveryCodeField } from "#features/access/session/factors/web/RecoveryCodeField.tsx";
import styles from "#features/access/session/factors/web/SecondFactorStep.module.css";
import { answerQuestion } from "#features/access/session/web/sessionSource.ts";
import { answerWithPasskey, hasPasskeys } from "#web/passkeys.ts";
import { useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useTransport } from "#web/transport.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type SecondFactorStepProps = {
  readonly question: FactorQuestion;
  /** Returns to the password, with the reason unless the user chose it. */
  readonly onBack: (reason: string | null) => void;
};

type FactorMethod = "code" | "passkey" | "recovery";

/** The second step of sign-in: a code of the app, a passkey, or a recovery code. */
export function SecondFactorStep({ question, onBack }: SecondFactorStepProps) {
  const messages = useMessages("session");
  const ways = waysOf(question);
  const [way, setWay] = useState<FactorMethod>(ways[0]!);
  const { give, isPending, failure, fail } = useAnswer(question, onBack);
  const [text, setText] = useState("");

  const handleChange = (value: string) => {
    fail(null);
    setText(value);
    // The last digit submits the form.
    if (way === "code" && isCode(value) && !isPending) submit(value);
  };
  const submit = (value: string) => {
    if (way === "code")
      void give(
        async () => ({ code: value }),
        () => setText(""),
      );
    else if (way === "recovery") void give(async () => ({ recoveryCode: value }));
    else void give(() => passkeyAnswer(question));
  };
  const handleWay = (next: FactorMethod) => {
    setWay(next);
    setText("");
    fail(null);
  };
  const isReady = way === "code" ? isCode(text) : way === "passkey" || text.trim() !== "";
  return (
    <EntranceFrame title={messages("second.title")} lead={messages(`second.lead.${way}`)}>
      <EntranceForm
        key={way}
        action={messages(`second.action.${way}`)}
        isReady={isReady}
        isPending={isPending}
        failure={failure}
        onSubmit={() => {
          if (isReady) submit(text);
        }}
      >
        {way === "code" && <CodeField value={text} onChange={handleChange} isFocusedFirst />}
        {way === "recovery" && <RecoveryCodeField value={text} onChange={handleChange} />}
      </EntranceForm>
      <ul className={styles.ways}>
        {ways
          .filter((each) => each !== way)
          .map((each) => (
            <li key={each}>
              <Button variant="subtle" size="compact-sm" disabled={isPending} onClick={() => handleWay(each)}>
                {messages(`second.way.${each}`)}
              </Button>
            </li>
          ))}
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => onBack(null)}>
            {messages("forgot.back")}
          </Button>
        </li>
      </ul>
    </EntranceFrame>
  );
}

/** The user's factors, the fastest first. Recovery codes come with each of them. */
function waysOf({ hasAuthenticator, passkey }: FactorQuestion): FactorMethod[] {
  return [
    ...(hasAuthenticator ? ["code" as const] : []),
    ...(passkey !== null && hasPasskeys() ? ["passkey" as const] : []),
    "recovery",
  ];
}

type FactorProof = Omit<Parameters<typeof answerQuestion>[1], "challenge">;

async function passkeyAnswer({ passkey }: FactorQuestion): Promise<FactorProof | null> {
  const answer = passkey && (await answerWithPasskey(passkey));
  return answer && { passkey: answer };
}

/** Sends one factor and enters. An expired challenge leads back to the password. */
function useAnswer({ challenge }: FactorQuestion, onBack: SecondFactorStepProps["onBack"]) {
  const messages = useMessages("session");
  const transport = useTransport();
  const session = useSession();
  const toast = useToast();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const give = async (answer: () => Promise<FactorProof | null>, onWrong = () => {}) => {
    setFailure(null);
    setPending(true);
    try {
      const given = await answer();
      if (given === null) return setPending(false);
      const { accessToken, recoveryCodesLeft } = await answerQuestion(transport, { challenge, ...given });
      await session.signIn(accessToken);
      if (recoveryCodesLeft === null) return;
      const variant = recoveryCodesLeft <= recoveryCodesFew ? "warning" : "info";
      toast({ variant, text: messages("second.codesLeft", { count: recoveryCodesLeft }) });
    } catch (error) {
      if (error instanceof Refusal && error.code === "challenge_expired") return onBack(textOf(error));
      setPending(false);
      setFailure(textOf(error));
      onWrong();
    }
  };
  return { give, isPending, failure, fail: setFailure };
}
