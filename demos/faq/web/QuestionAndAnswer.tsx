import { Button } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import type { LiveText } from "#base/publishedTexts.ts";
import { plainTextOf } from "#base/richText.ts";
import { faq, faqAnswers } from "#demos/faq/contract.ts";
import classes from "#demos/faq/web/FaqScreen.module.css";
import { FeedbackForm } from "#web/publishing/FeedbackForm.tsx";
import { hasArabic, textIn } from "#web/publishing/liveTexts.ts";
import { textDirection } from "#web/record/textDirection.ts";
import { MarkedText } from "#web/richText/MarkedText.tsx";
import { RichText } from "#web/richText/RichText.tsx";
import type { Language } from "#web/screens.ts";
import { useCan } from "#web/session.tsx";
import { IconChevronDown, IconCopy, IconLanguage, IconLink, IconPencil } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useCopying } from "#web/ui/useCopy.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type QuestionAndAnswerProps = {
  readonly text: LiveText;
  readonly search: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** A question, and its answer once it is open. */
export function QuestionAndAnswer({ text, search, isOpen, onToggle }: QuestionAndAnswerProps) {
  const own = useLanguage();
  const [chosen, setChosen] = useState<Language | null>(null);
  const { title, body, lang } = textIn(text, chosen ?? own);
  const panelId = `answer-${text.id}`;
  return (
    <div id={text.id} className={classes.item}>
      <h3 lang={lang}>
        <button
          type="button"
          id={`question-${text.id}`}
          data-question
          aria-expanded={isOpen}
          aria-controls={panelId}
          className={classes.question}
          onKeyDown={moveBetweenQuestions}
          onClick={onToggle}
        >
          <span dir="auto">
            <MarkedText text={title} search={search} />
          </span>
          <IconChevronDown size={18} aria-hidden />
        </button>
      </h3>
      <div
        id={panelId}
        role="region"
        aria-labelledby={`question-${text.id}`}
        hidden={!isOpen}
        className={classes.answer}
      >
        {isOpen && (
          <>
            <div lang={lang} dir={textDirection(lang)}>
              <RichText html={body} lang={lang} search={search} />
            </div>
            <AnswerTools text={text} lang={lang} onLanguage={setChosen} />
            <FeedbackForm text={text} operation={faq.giveFeedback} read={faq.read} />
          </>
        )}
      </div>
    </div>
  );
}

/** The arrow keys move between the questions, as in ARIA's accordion pattern. */
function moveBetweenQuestions(event: KeyboardEvent<HTMLElement>) {
  const questions = [
    ...(event.currentTarget.closest("[data-questions]")?.querySelectorAll<HTMLElement>("[data-question]") ?? []),
  ];
  const at = questions.indexOf(event.currentTarget);
  if (at < 0) return;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % questions.length,
    ArrowUp: (at + questions.length - 1) % questions.length,
    Home: 0,
    End: questions.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  questions[target]?.focus();
}

type AnswerToolsProps = {
  readonly text: LiveText;
  readonly lang: Language;
  readonly onLanguage: (language: Language) => void;
};

function AnswerTools({ text, lang, onLanguage }: AnswerToolsProps) {
  const t = useMessages("faqAnswers");
  const publishing = useMessages("publishing");
  const can = useCan();
  const copy = useCopying();
  const copyIn = (language: Language) => void copy(plainTextOf(textIn(text, language).body), t("reader.copied"));
  const link = () => `${location.origin}${location.pathname}#${text.id}`;
  return (
    <div className={classes.actions}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => copyIn("en")}
      >
        {t("reader.copyReply")}
      </Button>
      {hasArabic(text) && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => copyIn("ar")}
          >
            {t("reader.copyReplyAr")}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconLanguage size={16} aria-hidden />}
            onClick={() => onLanguage(lang === "ar" ? "en" : "ar")}
          >
            {publishing(lang === "ar" ? "reading.english" : "reading.arabic")}
          </Button>
        </>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => void copy(link(), publishing("reading.linkCopied"))}
      >
        {publishing("reading.link")}
      </Button>
      {can(faqAnswers.update) && (
        <LinkButton
          variant="subtle"
          size="compact-sm"
          to={`/apps/faq/answers/${text.id}`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {publishing("reading.edit")}
        </LinkButton>
      )}
    </div>
  );
}
