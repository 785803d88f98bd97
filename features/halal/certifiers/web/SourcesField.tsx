import { Button, TextInput } from "@mantine/core";
import { certifierLimits, type Source } from "#features/halal/certifiers/fields.ts";
import classes from "#features/halal/certifiers/web/Entries.module.css";
import { DateField } from "#web/dates/DateField.tsx";
import { useField } from "#web/record/useField.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Where what is said of the certifier was read, and when. */
export function SourcesField() {
  const t = useMessages("certifiers");
  const { value, change } = useField<readonly Source[]>("sources");
  return (
    <div className={classes.entries}>
      {value.map((_, index) => (
        // Sources have no id; their order changes only when one is removed.
        // oxlint-disable-next-line react/no-array-index-key
        <SourceEntry key={index} index={index} />
      ))}
      {value.length < certifierLimits.sourcesMax && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => change([...value, { title: "", url: null, readOn: null }])}
        >
          {t("sources.add")}
        </Button>
      )}
    </div>
  );
}

function SourceEntry({ index }: { readonly index: number }) {
  const t = useMessages("certifiers");
  const { value, change } = useField<readonly Source[]>("sources");
  const titleError = useField("sources", `sources.${index}.title`).input.error;
  const urlError = useField("sources", `sources.${index}.url`).input.error;
  const entry = value[index]!;
  const set = (fields: Partial<Source>) =>
    change(value.map((each, at) => (at === index ? { ...each, ...fields } : each)));
  return (
    <fieldset className={classes.entry}>
      <legend className="hidden-visually">{entry.title || t("sources.one")}</legend>
      <TextInput
        className={classes.wide}
        label={t("sources.title")}
        required
        dir={entry.title === "" ? undefined : "auto"}
        value={entry.title}
        maxLength={certifierLimits.sourceTitleMax}
        error={titleError}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <TextInput
        label={t("sources.url")}
        dir="ltr"
        inputMode="url"
        value={entry.url ?? ""}
        error={urlError}
        onChange={({ currentTarget }) => set({ url: currentTarget.value || null })}
      />
      <DateField label={t("sources.readOn")} value={entry.readOn} onChange={(readOn) => set({ readOn })} />
      <IconButton
        className={classes.remove}
        label={t("sources.remove", { name: entry.title })}
        onClick={() => change(value.filter((_, at) => at !== index))}
      >
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </fieldset>
  );
}
