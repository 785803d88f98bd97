import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useState } from "react";
import classes from "#web/list/ChoiceEditor.module.css";
import type { RecordFilter } from "#web/list/filters.ts";
import { useOffered, usePicked } from "#web/list/usePicking.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { IconCheck, IconSearch } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

type RecordEditorProps = {
  readonly filter: RecordFilter;
  readonly title: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[] | null) => void;
};

/** Any of some records of another area: those that are chosen first, then what the search finds. */
export function RecordEditor({ filter, title, ids, onChange }: RecordEditorProps) {
  const words = useWords("list");
  const combobox = useCombobox();
  const [search, setSearch] = useState("");
  // What was chosen when this was opened stands first, and does not jump away under the pointer.
  const [first] = useState(ids);
  const chosen = usePicked(filter.source, first);
  const { rows, isWaiting } = useOffered(filter.source, search);
  const shown = search === "" ? [...chosen, ...rows.filter(({ id }) => !first.includes(id))] : rows;
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    onChange(next.length > 0 ? next : null);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={toggle}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label={words("find", { title })}
          placeholder={words("findShort")}
          leftSection={<IconSearch size={16} aria-hidden />}
          dir={search === "" ? undefined : "auto"}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          data-autofocus
        />
      </Combobox.EventsTarget>
      <Combobox.Options
        className={classes.list}
        // It scrolls, so it can be reached and scrolled by keys alone.
        tabIndex={0}
        aria-label={title}
        aria-busy={isWaiting}
        aria-multiselectable
      >
        {shown.map(({ id, name, hint, logoFileId }) => (
          <Combobox.Option
            key={id}
            value={id}
            active={ids.includes(id)}
            aria-selected={ids.includes(id)}
            className={classes.option}
          >
            <span className={classes.tick} data-checked={ids.includes(id) || undefined}>
              <IconCheck size={12} stroke={3} aria-hidden />
            </span>
            {logoFileId !== undefined && <LogoMark id={id} name={name} logoFileId={logoFileId} sizePx={20} />}
            <bdi className={classes.name}>{name}</bdi>
            {hint !== "" && (
              <bdi className={classes.hint} dir="auto">
                {hint}
              </bdi>
            )}
          </Combobox.Option>
        ))}
        {shown.length === 0 && !isWaiting && <Combobox.Empty>{words("nothingFound")}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
