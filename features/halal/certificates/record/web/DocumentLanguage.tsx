import { Select } from "@mantine/core";
import { useMemo } from "react";
import { languageName } from "#web/formats.ts";
import { type Choice, foundChoices } from "#web/record/ChoiceField.tsx";
import { offeredLanguages } from "#web/record/languages.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DocumentLanguageProps = {
  /** BCP 47; null if not specified. */
  readonly tag: string | null;
  readonly onChange: (tag: string | null) => void;
};

/** The language that a document is written in. */
export function DocumentLanguage({ tag, onChange }: DocumentLanguageProps) {
  const t = useMessages("certificates");
  const shellMessages = useMessages();
  const recordMessages = useMessages("record");
  const language = useLanguage();
  const choices = useMemo(() => {
    // Documents from the API may be in a language that isn't offered.
    const tags = tag === null || offeredLanguages.includes(tag) ? offeredLanguages : [tag, ...offeredLanguages];
    return tags.map((value): Choice => ({ value, label: languageName(language, value) }));
  }, [language, tag]);
  return (
    <Select
      size="xs"
      aria-label={t("documents.language")}
      placeholder={t("documents.language")}
      data={choices}
      value={tag}
      allowDeselect={false}
      clearable
      clearButtonProps={{ "aria-label": shellMessages("buttons.clear") }}
      searchable
      filter={({ options, search }) => foundChoices(options as Choice[], search)}
      nothingFoundMessage={recordMessages("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onChange={onChange}
    />
  );
}
