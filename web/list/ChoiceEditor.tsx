import { useMemo, useState } from "react";
import { filterBySearch } from "#base/filterBySearch.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import classes from "#web/list/ChoiceEditor.module.css";
import type { CellContext } from "#web/list/defineList.ts";
import { codeText } from "#web/list/filterText.ts";
import { SearchedTicks } from "#web/list/SearchedTicks.tsx";
import type { ChoiceFilter } from "#web/list/filters.ts";

type ChoiceEditorProps = {
  readonly filter: ChoiceFilter;
  readonly codes: readonly string[];
  readonly onChange: (codes: readonly string[] | null) => void;
  readonly context: CellContext;
};

/** Above this number the list gets a search. */
const readMax = 8;

/** Edits a filter for any of several values. */
export function ChoiceEditor({ filter, codes, onChange, context }: ChoiceEditorProps) {
  const toggle = (code: string) => {
    // In the filter's own order, so that the same choice always has the same address.
    const next = filter.codes.filter((one) => (one === code) !== codes.includes(one));
    onChange(next.length > 0 ? next : null);
  };
  if (filter.codes.length > readMax) {
    return <SearchedChoice filter={filter} codes={codes} onToggle={toggle} context={context} />;
  }
  return (
    <fieldset className={classes.boxes}>
      <legend className="hidden-visually">{context.t(`filters.${filter.name}`)}</legend>
      {filter.codes.map((code) => {
        const text = codeText(filter, code, context);
        return (
          // The checkbox has the name itself.
          <label key={code} className={classes.option}>
            <CheckMark label={text} isChecked={codes.includes(code)} onChange={() => toggle(code)} />
            <span aria-hidden="true">{text}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

type SearchedChoiceProps = Omit<ChoiceEditorProps, "onChange"> & { readonly onToggle: (code: string) => void };

function SearchedChoice({ filter, codes, onToggle, context }: SearchedChoiceProps) {
  const [search, setSearch] = useState("");
  // Values selected when the list was opened come first, and don't move under the pointer.
  const [first] = useState(codes);
  const options = useMemo(() => optionsOf(filter, first, context), [filter, first, context]);
  const found = filterBySearch(options, search, ({ text, code }) => `${text} ${code}`);
  return (
    <SearchedTicks
      title={context.t(`filters.${filter.name}`)}
      search={search}
      onSearch={setSearch}
      options={found.map(({ code, text }) => ({ id: code, content: text }))}
      chosen={codes}
      onToggle={onToggle}
    />
  );
}

function optionsOf(filter: ChoiceFilter, first: readonly string[], context: CellContext) {
  const collator = new Intl.Collator(context.language);
  return filter.codes
    .map((code) => {
      const text = codeText(filter, code, context);
      return { code, text, isFirst: first.includes(code) };
    })
    .sort((one, other) => Number(other.isFirst) - Number(one.isFirst) || collator.compare(one.text, other.text));
}
