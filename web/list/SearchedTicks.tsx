import { Combobox, TextInput, useCombobox } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "#web/list/ChoiceEditor.module.css";
import { IconCheck, IconSearch } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SearchedTicksProps = {
  readonly title: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** What the search leaves, in the order it is offered in. */
  readonly options: readonly { readonly id: string; readonly content: ReactNode }[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly isWaiting?: boolean;
};

/** Any of more values than are read at a glance: a search, and below it what it finds, each to be ticked. */
export function SearchedTicks({ title, search, onSearch, options, chosen, onToggle, isWaiting }: SearchedTicksProps) {
  const words = useMessages("list");
  const combobox = useCombobox();
  return (
    <Combobox store={combobox} onOptionSubmit={onToggle}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label={words("find", { title })}
          placeholder={words("findShort")}
          leftSection={<IconSearch size={16} aria-hidden />}
          dir={search === "" ? undefined : "auto"}
          value={search}
          onChange={({ currentTarget }) => {
            onSearch(currentTarget.value);
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
        {options.map(({ id, content }) => (
          <Combobox.Option
            key={id}
            value={id}
            active={chosen.includes(id)}
            aria-selected={chosen.includes(id)}
            className={classes.option}
          >
            <span className={classes.tick} data-checked={chosen.includes(id) || undefined}>
              <IconCheck size={12} stroke={3} aria-hidden />
            </span>
            {content}
          </Combobox.Option>
        ))}
        {options.length === 0 && !isWaiting && <Combobox.Empty>{words("nothingFound")}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
