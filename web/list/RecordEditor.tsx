import { useState } from "react";
import classes from "#web/list/ChoiceEditor.module.css";
import type { RecordFilter } from "#web/list/filters.ts";
import { SearchedTicks } from "#web/list/SearchedTicks.tsx";
import { useOffered, usePicked } from "#web/list/usePickedRecords.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";

type RecordEditorProps = {
  readonly filter: RecordFilter;
  readonly title: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[] | null) => void;
};

/** Edits a filter by records of another area: the selected ones come first, then the search results. */
export function RecordEditor({ filter, title, ids, onChange }: RecordEditorProps) {
  const [search, setSearch] = useState("");
  // Records selected when this was opened come first, and don't move under the pointer.
  const [first] = useState(ids);
  const chosen = usePicked(filter.source, first);
  const { rows, isWaiting } = useOffered(filter.source, search);
  const shown = search === "" ? [...chosen, ...rows.filter(({ id }) => !first.includes(id))] : rows;
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    onChange(next.length > 0 ? next : null);
  };
  const options = shown.map(({ id, name, hint, logoFileId }) => ({
    id,
    content: (
      <>
        {logoFileId !== undefined && <LogoMark id={id} name={name} logoFileId={logoFileId} sizePx={20} />}
        <bdi className={classes.name}>{name}</bdi>
        {hint !== "" && (
          <bdi className={classes.hint} dir="auto">
            {hint}
          </bdi>
        )}
      </>
    ),
  }));
  return (
    <SearchedTicks
      title={title}
      search={search}
      onSearch={setSearch}
      options={options}
      chosen={ids}
      onToggle={toggle}
      isWaiting={isWaiting}
    />
  );
}
