import { Button } from "@mantine/core";
import { type SubmitEvent, useId, useState } from "react";
import type { ReaderStep } from "#demos/academy/contract.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type StepQuestionProps = {
  readonly step: ReaderStep;
  readonly quiz: NonNullable<ReaderStep["quiz"]>;
  readonly isArabic: boolean;
  /** The answer given last; null if there is none. */
  readonly given: number | null;
  readonly isDone: boolean;
  /** Of the answer just given. */
  readonly isRight: boolean | null;
  readonly onAnswer: (choice: number) => Promise<void>;
};

/** The question of a step. It can be answered as often as one likes; the server knows what is right. */
export function StepQuestion({ step, quiz, isArabic, given, isDone, isRight, onAnswer }: StepQuestionProps) {
  const t = useMessages("academy");
  const toast = useToast();
  const name = useId();
  const [choice, setChoice] = useState(given);
  const [isSending, setSending] = useState(false);
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (choice === null) return;
    setSending(true);
    await onAnswer(choice).catch((error: unknown) => toast({ variant: "error", text: textOf(error) }));
    setSending(false);
  };
  const shown = quiz.options.map((option, place) => (isArabic && quiz.optionsAr[place]) || option);
  return (
    <form className={styles.question} onSubmit={(event) => void handleSubmit(event)}>
      <fieldset>
        <legend dir="auto">{(isArabic && quiz.questionAr) || quiz.question}</legend>
        {shown.map((option, place) => (
          <label key={`${step.id} ${option}`}>
            <input type="radio" name={name} checked={choice === place} onChange={() => setChoice(place)} />
            <span dir="auto">{option}</span>
          </label>
        ))}
      </fieldset>
      <p className={styles.buttons}>
        <Button type="submit" variant="default" disabled={choice === null} loading={isSending}>
          {t("question.check")}
        </Button>
        <span role="status" data-right={isRight ?? undefined}>
          {isRight === null ? (isDone ? t("question.right") : "") : t(isRight ? "question.right" : "question.wrong")}
        </span>
      </p>
    </form>
  );
}
