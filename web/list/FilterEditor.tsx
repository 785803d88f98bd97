import { ChoiceEditor } from "#web/list/ChoiceEditor.tsx";
import { DaysEditor } from "#web/list/DaysEditor.tsx";
import type { CellContext } from "#web/list/defineList.ts";
import { FlagEditor } from "#web/list/FlagEditor.tsx";
import type { Days, Filter, FilterValue } from "#web/list/filters.ts";
import { RecordEditor } from "#web/list/RecordEditor.tsx";
import { WordEditor } from "#web/list/WordEditor.tsx";

export type FilterEditorProps = {
  readonly filter: Filter;
  readonly value: FilterValue | null;
  /** Null removes the filter. */
  readonly onChange: (value: FilterValue | null) => void;
  readonly context: CellContext;
};

/** The editor of a filter. Every choice applies immediately. */
export function FilterEditor({ filter, value, onChange, context }: FilterEditorProps) {
  if (filter.kind === "flag") return <FlagEditor value={value as boolean | null} onChange={onChange} />;
  if (filter.kind === "days") return <DaysEditor value={value as Days | null} onChange={onChange} />;
  const codes = (value ?? []) as readonly string[];
  const title = context.t(`filters.${filter.name}`);
  if (filter.kind === "record") return <RecordEditor filter={filter} title={title} ids={codes} onChange={onChange} />;
  if (filter.kind === "word") {
    const editing = {
      word: codes[0] ?? "",
      onChange: (word: string) => onChange(word === "" ? null : [word]),
    };
    if (filter.Editor) return <filter.Editor {...editing} />;
    const problemOf = (word: string) => (filter.isRight?.(word) === false ? context.t(`issues.${filter.name}`) : null);
    return <WordEditor title={title} problemOf={problemOf} {...editing} />;
  }
  return <ChoiceEditor filter={filter} codes={codes} onChange={onChange} context={context} />;
}
