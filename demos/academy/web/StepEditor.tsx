import { Button, Textarea, TextInput } from "@mantine/core";
import type { CourseStep, Quiz } from "#demos/academy/contract.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { RichTextInput } from "#web/richText/RichTextInput.tsx";
import { useMessages } from "#web/useMessages.ts";

type StepEditorProps = { readonly step: CourseStep; readonly onChange: (step: CourseStep) => void };

const newQuiz: Quiz = { question: "?", questionAr: "", options: ["1", "2"], optionsAr: [], answer: 0 };

/** One step in both languages, with its question. */
export function StepEditor({ step, onChange }: StepEditorProps) {
  const t = useMessages("academy");
  const change = (part: Partial<CourseStep>) => onChange({ ...step, ...part });
  return (
    <div className={styles.stepEditor}>
      <div className={styles.pair}>
        <TextInput
          required
          label={t("editor.name")}
          maxLength={200}
          value={step.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <TextInput
          dir="rtl"
          lang="ar"
          label={t("editor.nameAr")}
          maxLength={200}
          value={step.titleAr}
          onChange={(event) => change({ titleAr: event.currentTarget.value })}
        />
      </div>
      <RichTextInput
        label={t("editor.content")}
        lang="en"
        dir="ltr"
        value={step.content}
        onChange={(content) => change({ content })}
      />
      <RichTextInput
        label={t("editor.contentAr")}
        lang="ar"
        dir="rtl"
        value={step.contentAr}
        onChange={(contentAr) => change({ contentAr })}
      />
      {step.quiz === null ? (
        <p>
          <Button variant="default" onClick={() => change({ quiz: { ...newQuiz, question: t("editor.newQuestion") } })}>
            {t("editor.addQuestion")}
          </Button>
        </p>
      ) : (
        <QuizEditor quiz={step.quiz} onChange={(quiz) => change({ quiz })} />
      )}
    </div>
  );
}

type QuizEditorProps = { readonly quiz: Quiz; readonly onChange: (quiz: Quiz | null) => void };

function QuizEditor({ quiz, onChange }: QuizEditorProps) {
  const t = useMessages("academy");
  const linesOf = (text: string) => text.split("\n").slice(0, 6);
  return (
    <div className={styles.pair}>
      <TextInput
        required
        label={t("editor.question")}
        value={quiz.question}
        onChange={(event) => onChange({ ...quiz, question: event.currentTarget.value })}
      />
      <TextInput
        dir="rtl"
        lang="ar"
        label={t("editor.questionAr")}
        value={quiz.questionAr}
        onChange={(event) => onChange({ ...quiz, questionAr: event.currentTarget.value })}
      />
      <Textarea
        autosize
        required
        label={t("editor.options")}
        description={t("editor.optionsHint")}
        value={quiz.options.join("\n")}
        onChange={(event) => onChange({ ...quiz, options: linesOf(event.currentTarget.value) })}
      />
      <Textarea
        autosize
        dir="rtl"
        lang="ar"
        label={t("editor.optionsAr")}
        description={t("editor.optionsHint")}
        value={quiz.optionsAr.join("\n")}
        onChange={(event) => onChange({ ...quiz, optionsAr: linesOf(event.currentTarget.value) })}
      />
      <fieldset className={styles.answers}>
        <legend>{t("editor.answer")}</legend>
        {quiz.options.map((option, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two options may read the same while they are typed
          <label key={place}>
            <input
              type="radio"
              name="answer"
              checked={quiz.answer === place}
              onChange={() => onChange({ ...quiz, answer: place })}
            />
            <span dir="auto">{option}</span>
          </label>
        ))}
      </fieldset>
      <p>
        <Button variant="subtle" color="red" onClick={() => onChange(null)}>
          {t("editor.removeQuestion")}
        </Button>
      </p>
    </div>
  );
}
