import type { Label, TodoRecord } from "#demos/todo/contract.ts";
import { labelColors } from "#demos/todo/rules.ts";
import { LabelDot } from "#demos/todo/web/LabelDot.tsx";
import { useListActions } from "#demos/todo/web/useListActions.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import { CheckChoices } from "#web/panes/CheckChoices.tsx";
import { useMessages } from "#web/useMessages.ts";

type LabelChoicesProps = {
  readonly todos: readonly TodoRecord[];
  readonly labels: readonly Label[];
  readonly onToggle: (label: { readonly id: number; readonly title: string }) => void;
};

/** Labels to add and take away. */
export function LabelChoices({ todos, labels, onToggle }: LabelChoicesProps) {
  const t = useMessages("todo");
  const titles = useTitles();
  const { addLabel } = useListActions();
  const choices = labels.map((label) => ({
    id: label.id,
    name: titles.label(label),
    count: todos.filter((todo) => todo.labels.includes(label.id)).length,
    mark: <LabelDot color={label.color} />,
  }));
  return (
    <CheckChoices
      choices={choices}
      rowCount={todos.length}
      nameMax={40}
      searchLabel={t("choices.labelSearch")}
      createLabel={(title) => t("choices.newLabel", { title })}
      onToggle={({ id, name }) => onToggle({ id, title: name })}
      onCreate={(title) => addLabel(title, labelColors[labels.length % labelColors.length]!)}
    />
  );
}
