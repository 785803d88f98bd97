import { Combobox, TextInput, useCombobox } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "#web/list/ChoiceEditor.module.css";
import { IconCheck, IconSearch } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SearchedTicksProps = {
  readonly title: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** The search results, in their original order. */
  readonly options: readonly { readonly id: string; readonly content: ReactNode }[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly isWaiting?: boolean;
};

/** Selects any of more values than can be read at a glance: a search, with a checkbox for each result. */
export function SearchedTicks({ title, search, onSearch, options, chosen, onToggle, isWaiting }: SearchedTicksProps) {
  const messages = useMessages("list");
  const combobox = useCombobox();
  return (
    <Combobox store={combobox} onOptionSubmit={onToggle}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label={messages("find", { title })}
          placeholder={messages("findShort")}
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
        // Scrollable, so it must be reachable and scrollable by keyboard.
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
        {options.length === 0 && !isWaiting && <Combobox.Empty>{messages("nothingFound")}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
