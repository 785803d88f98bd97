import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { academyExtras, type ReaderCourse, type ReaderStep } from "#demos/academy/contract.ts";
import { resumeStep, stateOf } from "#demos/academy/rules.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { AssignDialog } from "#demos/academy/web/AssignDialog.tsx";
import { StepQuestion } from "#demos/academy/web/StepQuestion.tsx";
import { readerQueue, useReader } from "#demos/academy/web/useReader.ts";
import { formatDate } from "#web/formats.ts";
import { useOptimisticRead } from "#web/optimistic/useOptimisticRead.ts";
import { RichText } from "#web/richText/RichText.tsx";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconCheck, IconChevronLeft, IconChevronRight, IconPencil, IconUsers } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** One course, opened where its reader stopped. */
export function CourseScreen() {
  const t = useMessages("academy");
  const { courseId = "" }: { courseId?: string } = useParams({ strict: false });
  const { data: course, error, refetch, isFetching } = useOptimisticRead(readerQueue, { id: courseId });
  if (course) return <Reader key={course.id} course={course} />;
  return (
    <Page title={t("title")}>
      {error ? (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} rowPx={56} />
      )}
    </Page>
  );
}

/** The language of the text: that of the screen, or the other one of the course. */
function useTextLanguage(course: ReaderCourse) {
  const language = useLanguage();
  const [chosen, setChosen] = useSearchParam("lang");
  const hasArabic = course.titleAr !== "";
  const isArabic = hasArabic && (chosen || language) === "ar";
  return { hasArabic, isArabic, toggle: () => setChosen(isArabic ? "en" : "ar") };
}

function Reader({ course }: { readonly course: ReaderCourse }) {
  const t = useMessages("academy");
  const { hasArabic, isArabic, toggle } = useTextLanguage(course);
  const can = useCan();
  const [isAssigning, setAssigning] = useState(false);
  const [asked, setStep] = useSearchParam("step");
  const [resumed] = useState(() => resumeStep(course));
  const number = Math.max(1, Math.min(Number(asked) || resumed, course.steps.length));
  const step = course.steps[number - 1]!;
  const title = (isArabic && course.titleAr) || course.title;
  const [hasMoved, setMoved] = useState(false);
  const goTo = (next: number) => {
    setMoved(true);
    setStep(String(Math.max(1, Math.min(next, course.steps.length))));
  };
  return (
    <Page
      title={title}
      keepsActions
      actions={
        <>
          {hasArabic && (
            <Button variant="default" lang={isArabic ? "en" : "ar"} onClick={toggle}>
              {isArabic ? "English" : "العربية"}
            </Button>
          )}
          {can(academyExtras.assign) && (
            <Button
              variant="default"
              leftSection={<IconUsers size={18} aria-hidden="true" />}
              onClick={() => setAssigning(true)}
            >
              {t("assign.button")}
            </Button>
          )}
          <LinkButton
            variant="default"
            operation={academyExtras.readText}
            to={`/apps/academy/edit/${course.id}`}
            leftSection={<IconPencil size={18} aria-hidden="true" />}
          >
            {t("edit")}
          </LinkButton>
        </>
      }
    >
      <div className={styles.reader}>
        <StepList course={course} current={number} isArabic={isArabic} onChoose={goTo} />
        <div className={styles.main}>
          {stateOf(course) === "finished" && <Finished course={course} />}
          <StepText key={step.id} {...{ course, step, number, isArabic, hasMoved, goTo }} />
        </div>
      </div>
      {isAssigning && <AssignDialog courseId={course.id} onClose={() => setAssigning(false)} />}
    </Page>
  );
}

type StepListProps = {
  readonly course: ReaderCourse;
  readonly current: number;
  readonly isArabic: boolean;
  readonly onChoose: (number: number) => void;
};

function StepList({ course, current, isArabic, onChoose }: StepListProps) {
  const t = useMessages("academy");
  const list = useRef<HTMLElement>(null);
  // On a phone the list shows four steps: the current one among them, without moving the page.
  useEffect(() => {
    const nav = list.current;
    const step = nav?.querySelectorAll("button")[current - 1];
    if (nav && step) nav.scrollTop = step.offsetTop - nav.offsetTop - nav.clientHeight / 3;
  }, [current]);
  return (
    <nav ref={list} className={styles.steps} aria-label={t("steps")}>
      <ol>
        {course.steps.map((step, place) => (
          <li key={step.id}>
            <button
              type="button"
              aria-current={place + 1 === current ? "step" : undefined}
              data-done={place < course.activeStep || undefined}
              onClick={() => onChoose(place + 1)}
            >
              <span className={styles.stepMark} aria-hidden="true">
                {place < course.activeStep ? <IconCheck size={14} /> : place + 1}
              </span>
              <span dir="auto">{(isArabic && step.titleAr) || step.title}</span>
              {place < course.activeStep && <span className="hidden-visually">{t("stepDone")}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Finished({ course }: { readonly course: ReaderCourse }) {
  const t = useMessages("academy");
  const language = useLanguage();
  const { restart } = useReader(course);
  return (
    <section className={styles.finished} aria-label={t("finished.title")}>
      <h2>{t("finished.title")}</h2>
      {course.finishedAt !== null && <p>{t("finished.text", { day: formatDate(language, course.finishedAt) })}</p>}
      <p className={styles.buttons}>
        {course.certificateNumber !== null && (
          <LinkButton to={`/apps/academy/certificates/${course.certificateNumber}`}>
            {t("finished.certificate")}
          </LinkButton>
        )}
        <Button variant="default" onClick={restart}>
          {t("finished.restart")}
        </Button>
      </p>
    </section>
  );
}

type StepTextProps = {
  readonly course: ReaderCourse;
  readonly step: ReaderStep;
  readonly number: number;
  readonly isArabic: boolean;
  /** Whether the reader came here from another step. */
  readonly hasMoved: boolean;
  readonly goTo: (number: number) => void;
};

function StepText({ course, step, number, isArabic, hasMoved, goTo }: StepTextProps) {
  const t = useMessages("academy");
  const reader = useReader(course);
  const [isRight, setRight] = useState<boolean | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A new step is read from its beginning; of the page itself, its own heading comes first.
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [hasMoved]);
  const isLast = number === course.totalSteps;
  const isDone = number <= course.activeStep;
  const isOpen = step.quiz !== null && !isDone && isRight !== true;
  const handleDone = () => {
    if (isOpen) return;
    if (!isDone) reader.finishStep(number);
    if (!isLast) goTo(number + 1);
  };
  useKeys([
    { keys: "n", label: t("keys.next"), onKey: () => goTo(number + 1) },
    { keys: "p", label: t("keys.previous"), onKey: () => goTo(number - 1) },
    { keys: "d", label: t("keys.done"), onKey: handleDone },
    { keys: "z", label: t("keys.undo"), onKey: reader.undo },
  ]);
  const title = (isArabic && step.titleAr) || step.title;
  return (
    <article className={styles.article} aria-labelledby="step-title">
      <p className={styles.quiet}>{t("stepOf", { step: number, total: course.totalSteps })}</p>
      <h2 id="step-title" ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h2>
      <RichText html={(isArabic && step.contentAr) || step.content} lang={isArabic ? "ar" : "en"} />
      {step.quiz && (
        <StepQuestion
          step={step}
          quiz={step.quiz}
          isArabic={isArabic}
          given={course.answers[step.id] ?? null}
          isDone={isDone}
          isRight={isRight}
          onAnswer={async (choice) => setRight(await reader.answer(step.id, choice))}
        />
      )}
      <p className={styles.buttons}>
        <Button
          variant="default"
          disabled={number === 1}
          leftSection={<IconChevronLeft size={18} className="flip" aria-hidden="true" />}
          onClick={() => goTo(number - 1)}
        >
          {t("previous")}
        </Button>
        <Button
          disabled={isOpen || (isLast && isDone)}
          rightSection={isLast ? undefined : <IconChevronRight size={18} className="flip" aria-hidden="true" />}
          onClick={handleDone}
        >
          {t(isDone && !isLast ? "next" : isLast ? "finish" : "done")}
        </Button>
      </p>
    </article>
  );
}
