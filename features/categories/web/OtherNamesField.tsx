import { ActionIcon, Select, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { categoryLimits } from "#features/categories/contract.ts";
import classes from "#features/categories/web/OtherNamesField.module.css";
import { languageName } from "#web/formats.ts";
import { useField } from "#web/record/useField.tsx";
import { IconTrash } from "#web/ui/icons.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** Where most of the consumers live; any other comes with a file or the API. */
const offered = ["en", "ms", "id", "tr", "ur", "fa", "bn", "hi", "fr", "de", "nl", "es", "bs", "ru", "zh"] as const;
const rightToLeft = new Set(["ar", "fa", "ur", "he", "ps", "ckb"]);

type Texts = Readonly<Record<string, string>>;

/** The name in further languages. Arabic stands beside the original and is left out here. */
export function OtherNamesField() {
  const t = useWords("categories");
  const { value } = useField<Texts>("nameI18n");
  const tags = Object.keys(value).filter((tag) => tag !== "ar");
  return (
    <div className={classes.names}>
      {tags.map((tag) => (
        <NameField key={tag} tag={tag} />
      ))}
      <AddLanguage known={[...tags, "ar"]} label={t("addLanguage")} />
    </div>
  );
}

function NameField({ tag }: { readonly tag: string }) {
  const t = useWords("categories");
  const language = useLanguage();
  const { value, change, input } = useField<Texts>("nameI18n", `nameI18n.${tag}`);
  const label = languageName(language, tag);
  const remove = () => {
    const { [tag]: _, ...others } = value;
    change(others);
  };
  return (
    <div className={classes.name}>
      <TextInput
        {...input}
        label={label}
        lang={tag}
        dir={rightToLeft.has(tag) ? "rtl" : "ltr"}
        value={value[tag] ?? ""}
        maxLength={categoryLimits.nameMax}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ ...value, [tag]: currentTarget.value })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--control)"
        aria-label={t("removeLanguage", { language: label })}
        onClick={remove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function AddLanguage({ known, label }: { readonly known: readonly string[]; readonly label: string }) {
  const language = useLanguage();
  const { value, change } = useField<Texts>("nameI18n");
  const choices = useMemo(
    () =>
      offered.filter((tag) => !known.includes(tag)).map((tag) => ({ value: tag, label: languageName(language, tag) })),
    [known, language],
  );
  return (
    <Select
      label={label}
      data={choices}
      value={null}
      searchable
      onChange={(tag) => tag !== null && change({ ...value, [tag]: "" })}
    />
  );
}
