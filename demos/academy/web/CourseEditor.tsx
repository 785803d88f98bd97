import { Button, NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import { academyExtras, type CourseStep, type CourseText } from "#demos/academy/contract.ts";
import { courseCategories } from "#demos/academy/rules.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { StepEditor } from "#demos/academy/web/StepEditor.tsx";
import { newId } from "#web/newId.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type Draft = Omit<CourseText, "slug" | "version" | "updated">;

/** A new course starts with eleven empty steps (demo-apps D-4). */
const skeletonSteps = 11;
const emptyStep = (): CourseStep => ({ id: newId(), title: "", titleAr: "", content: "", contentAr: "", quiz: null });

/** Writes a course in both languages. The number of steps is always that of the steps below. */
export function CourseEditor() {
  const t = useMessages("academy");
  const { courseId }: { courseId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(
    academyExtras.readText,
    { id: courseId ?? "new" },
    { isEnabled: courseId !== undefined },
  );
  const [fresh] = useState<Draft>(() => ({
    id: newId(),
    title: "",
    titleAr: "",
    description: "",
    descriptionAr: "",
    category: "web",
    length: 30,
    steps: Array.from({ length: skeletonSteps }, (_, place) => ({
      ...emptyStep(),
      title: t("editor.stepTitle", { step: place + 1 }),
    })),
  }));
  if (courseId === undefined) return <EditorForm initial={fresh} version={null} />;
  if (data) return <EditorForm key={data.version} initial={data} version={data.version} />;
  return (
    <Page title={t("editor.title")}>
      {error ? (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} rowPx={56} />
      )}
    </Page>
  );
}

type EditorFormProps = {
  readonly initial: Draft;
  /** Null: a new course. */
  readonly version: number | null;
};

function EditorForm({ initial, version }: EditorFormProps) {
  const t = useMessages("academy");
  const shell = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => draftOf(initial));
  const refreshes = [academyExtras.list, academyExtras.read, academyExtras.readText];
  const create = useWrite(academyExtras.create, { refreshes });
  const update = useWrite(academyExtras.updateText, { refreshes });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      if (version === null) await create.mutateAsync(draft);
      else await update.mutateAsync({ ...draft, version });
      toast({ text: t("editor.saved", { title: draft.title }) });
      await navigate({ to: `/apps/academy/courses/${draft.id}` });
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
  return (
    <Page title={version === null ? t("new") : t("editor.title")}>
      <form className={styles.editor} onSubmit={(event) => void handleSubmit(event)}>
        <CourseFields draft={draft} onChange={change} />
        <h2>{t("editor.steps", { count: draft.steps.length })}</h2>
        <Steps steps={draft.steps} onChange={(steps) => change({ steps })} />
        <p className={styles.buttons}>
          <Button variant="default" onClick={() => void navigate({ to: "/apps/academy/courses" })}>
            {shell("buttons.cancel")}
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {shell("buttons.save")}
          </Button>
        </p>
      </form>
    </Page>
  );
}

type CourseFieldsProps = { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void };

function CourseFields({ draft, onChange }: CourseFieldsProps) {
  const t = useMessages("academy");
  return (
    <div className={styles.pair}>
      <TextInput
        required
        label={t("editor.name")}
        maxLength={200}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        dir="rtl"
        lang="ar"
        label={t("editor.nameAr")}
        maxLength={200}
        value={draft.titleAr}
        onChange={(event) => onChange({ titleAr: event.currentTarget.value })}
      />
      <Textarea
        autosize
        label={t("editor.description")}
        maxLength={1000}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Textarea
        autosize
        dir="rtl"
        lang="ar"
        label={t("editor.descriptionAr")}
        maxLength={1000}
        value={draft.descriptionAr}
        onChange={(event) => onChange({ descriptionAr: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("editor.category")}
        value={draft.category}
        data={courseCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
        onChange={(event) => onChange({ category: event.currentTarget.value as Draft["category"] })}
      />
      <NumberInput
        label={t("editor.length")}
        min={0}
        max={10_000}
        value={draft.length}
        onChange={(length) => onChange({ length: Number(length) || 0 })}
      />
    </div>
  );
}

const draftOf = ({ id, title, titleAr, description, descriptionAr, category, length, steps }: Draft): Draft => ({
  id,
  title,
  titleAr,
  description,
  descriptionAr,
  category,
  length,
  steps,
});

type StepsProps = { readonly steps: CourseStep[]; readonly onChange: (steps: CourseStep[]) => void };

function Steps({ steps, onChange }: StepsProps) {
  const t = useMessages("academy");
  // One at a time, as each has two editors.
  const [openId, setOpenId] = useState<string | null>(steps[0]?.id ?? null);
  const move = (place: number, by: 1 | -1) => onChange(moved(steps, place, by));
  return (
    <>
      <ol className={styles.stepEditors}>
        {steps.map((step, place) => (
          <li key={step.id}>
            <div className={styles.stepLine}>
              <button
                type="button"
                aria-expanded={openId === step.id}
                onClick={() => setOpenId(openId === step.id ? null : step.id)}
              >
                {place + 1}. <bdi>{step.title || t("editor.untitled")}</bdi>
              </button>
              <IconButton
                size="sm"
                label={t("editor.up", { title: step.title })}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              >
                <IconArrowUp size={16} aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={t("editor.down", { title: step.title })}
                disabled={place === steps.length - 1}
                onClick={() => move(place, 1)}
              >
                <IconArrowDown size={16} aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={t("editor.remove", { title: step.title })}
                disabled={steps.length === 1}
                onClick={() => onChange(steps.filter(({ id }) => id !== step.id))}
              >
                <IconTrash size={16} aria-hidden="true" />
              </IconButton>
            </div>
            {openId === step.id && (
              <StepEditor
                step={step}
                onChange={(changed) => onChange(steps.map((each) => (each.id === step.id ? changed : each)))}
              />
            )}
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => {
          const added = emptyStep();
          onChange([...steps, added]);
          setOpenId(added.id);
        }}
      >
        {t("editor.add")}
      </Button>
    </>
  );
}

/** The steps with one of them a place earlier or later. */
function moved(steps: readonly CourseStep[], place: number, by: 1 | -1): CourseStep[] {
  const next = [...steps];
  const [step] = next.splice(place, 1);
  next.splice(place + by, 0, step!);
  return next;
}
