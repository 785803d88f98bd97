import { Select } from "@mantine/core";
import classes from "#features/access/roles/web/QuestionChoice.module.css";
import { useMessages } from "#web/useMessages.ts";

type Choice = { readonly value: string; readonly label: string; readonly note?: string };

type QuestionChoiceProps = {
  readonly label: string;
  readonly placeholder?: string;
  readonly isClearable?: boolean;
  readonly chosen: Choice | null;
  /** The server's search results. */
  readonly found: readonly Choice[];
  readonly onSearch: (typed: string) => void;
  /** Called with an empty string when the choice is cleared. */
  readonly onChange: (value: string) => void;
};

/** A choice that the server searches. The chosen option stays visible during further searches. */
export function QuestionChoice(props: QuestionChoiceProps) {
  const { label, placeholder, isClearable = false, chosen, found, onSearch, onChange } = props;
  const t = useMessages("roles");
  const shellMessages = useMessages();
  const isListed = chosen === null || found.some(({ value }) => value === chosen.value);
  const notes = new Map(found.map(({ value, note }) => [value, note]));
  return (
    <Select
      label={label}
      placeholder={placeholder ?? t("why.choose")}
      searchable
      allowDeselect={false}
      clearable={isClearable}
      clearButtonProps={{ "aria-label": shellMessages("buttons.clear") }}
      value={chosen?.value ?? null}
      data={(isListed ? found : [chosen, ...found]).map(({ value, label: text }) => ({ value, label: text }))}
      // The server has already filtered, in its own way.
      filter={({ options }) => options}
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={300}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <bdi>{option.label}</bdi>
          {notes.get(option.value) && <bdi className={classes.note}>{notes.get(option.value)}</bdi>}
        </span>
      )}
      onSearchChange={(typed) => onSearch(typed === chosen?.label ? "" : typed)}
      onChange={(value) => onChange(value ?? "")}
    />
  );
}
