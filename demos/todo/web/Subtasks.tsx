import { type SubmitEvent, useId, useState } from "react";
import { newId } from "#web/newId.ts";
import { type Subtask, subtasksMax, type TodoRecord } from "#demos/todo/contract.ts";
import { GrowingField } from "#web/ui/GrowingField.tsx";
import styles from "#demos/todo/web/Subtasks.module.css";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SubtasksProps = { readonly todo: TodoRecord; readonly actions: TodoActions };

/** The steps of a to-do, and how far they are. */
export function Subtasks({ todo, actions }: SubtasksProps) {
  const t = useMessages("todo");
  const titleId = useId();
  const { subtasks } = todo;
  const done = subtasks.filter(({ completed }) => completed).length;
  const change = (id: string, set: Partial<Subtask>) =>
    actions.changeSteps(todo.id, (steps) => steps.map((step) => (step.id === id ? { ...step, ...set } : step)));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {subtasks.length === 0 ? t("steps.title") : t("steps.progress", { done, count: subtasks.length })}
      </h2>
      {subtasks.length > 0 && (
        <div
          className={styles.progress}
          role="progressbar"
          aria-labelledby={titleId}
          aria-valuenow={done}
          aria-valuemax={subtasks.length}
        >
          <i style={{ inlineSize: `${(100 * done) / subtasks.length}%` }} />
        </div>
      )}
      <ul className={styles.list}>
        {subtasks.map((step) => (
          <li key={step.id} className={styles.step} data-done={step.completed || undefined}>
            <CheckMark
              label={step.title}
              isChecked={step.completed}
              onChange={() => change(step.id, { completed: !step.completed })}
            />
            <GrowingField
              className={styles.text}
              label={t("steps.rename", { title: step.title })}
              value={step.title}
              maxLength={200}
              isLine
              onCommit={(title) => change(step.id, { title })}
            />
            <IconButton
              size="sm"
              className={styles.remove}
              label={t("steps.remove", { title: step.title })}
              onClick={() => actions.removeStep(todo, step)}
            >
              <IconX size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {subtasks.length < subtasksMax && (
        <NewStep onAdd={(title) => actions.changeSteps(todo.id, (steps) => [...steps, newStep(title)])} />
      )}
    </section>
  );
}

const newStep = (title: string): Subtask => ({
  id: newId(),
  title,
  completed: false,
});

function NewStep({ onAdd }: { readonly onAdd: (title: string) => void }) {
  const t = useMessages("todo");
  const [title, setTitle] = useState("");
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (title.trim() === "") return;
    onAdd(title.trim());
    setTitle("");
  };
  return (
    <form className={styles.new} onSubmit={handleSubmit}>
      <IconPlus size={16} aria-hidden="true" />
      <input
        dir={title === "" ? undefined : "auto"}
        maxLength={200}
        value={title}
        placeholder={t("steps.add")}
        aria-label={t("steps.add")}
        enterKeyHint="done"
        onChange={(event) => setTitle(event.target.value)}
      />
    </form>
  );
}
