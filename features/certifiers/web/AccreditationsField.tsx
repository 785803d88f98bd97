import { Button, Textarea, TextInput } from "@mantine/core";
import { newId } from "#web/newId.ts";
import { type Accreditation, certifierLimits } from "#features/certifiers/contract/bodies.ts";
import { DayInput } from "#features/certifiers/web/DayInput.tsx";
import classes from "#features/certifiers/web/Entries.module.css";
import { useField } from "#web/record/useField.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const empty = (): Accreditation => ({
  id: newId(),
  accreditor: "",
  accreditationNo: null,
  scopeText: "",
  validFrom: null,
  validTo: null,
  sourceUrl: null,
});

/** Who has accredited the body for what. The scope is no extra: without it an accreditation says nothing. */
export function AccreditationsField() {
  const t = useWords("certifiers");
  const { value, change } = useField<readonly Accreditation[]>("accreditations");
  return (
    <div className={classes.entries}>
      {value.length === 0 && <p className={classes.none}>{t("accreditations.none")}</p>}
      {value.map(({ id }, place) => (
        <AccreditationEntry key={id} place={place} />
      ))}
      {value.length < certifierLimits.accreditationsMax && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => change([...value, empty()])}
        >
          {t("accreditations.add")}
        </Button>
      )}
    </div>
  );
}

function AccreditationEntry({ place }: { readonly place: number }) {
  const t = useWords("certifiers");
  const { value, change } = useField<readonly Accreditation[]>("accreditations");
  const entry = value[place]!;
  const path = `accreditations.${place}`;
  const errors = {
    accreditor: useField("accreditations", `${path}.accreditor`).input.error,
    scopeText: useField("accreditations", `${path}.scopeText`).input.error,
    validTo: useField("accreditations", `${path}.validTo`).input.error,
    sourceUrl: useField("accreditations", `${path}.sourceUrl`).input.error,
  };
  const set = (fields: Partial<Accreditation>) =>
    change(value.map((each, index) => (index === place ? { ...each, ...fields } : each)));
  return (
    <fieldset className={classes.entry}>
      <legend className="hidden-visually">{entry.accreditor || t("accreditations.one")}</legend>
      <TextInput
        label={t("accreditations.accreditor")}
        required
        value={entry.accreditor}
        maxLength={certifierLimits.accreditorMax}
        error={errors.accreditor}
        onChange={({ currentTarget }) => set({ accreditor: currentTarget.value })}
      />
      <TextInput
        label={t("accreditations.accreditationNo")}
        dir="ltr"
        value={entry.accreditationNo ?? ""}
        maxLength={certifierLimits.accreditationNoMax}
        onChange={({ currentTarget }) => set({ accreditationNo: currentTarget.value || null })}
      />
      <Textarea
        className={classes.wide}
        label={t("accreditations.scopeText")}
        required
        autosize
        minRows={2}
        dir={entry.scopeText === "" ? undefined : "auto"}
        value={entry.scopeText}
        maxLength={certifierLimits.scopeMax}
        error={errors.scopeText}
        onChange={({ currentTarget }) => set({ scopeText: currentTarget.value })}
      />
      <DayInput label={t("validFrom")} value={entry.validFrom} onChange={(validFrom) => set({ validFrom })} />
      <DayInput
        label={t("validTo")}
        value={entry.validTo}
        error={errors.validTo}
        onChange={(validTo) => set({ validTo })}
      />
      <TextInput
        className={classes.wide}
        label={t("sourceUrl")}
        dir="ltr"
        inputMode="url"
        value={entry.sourceUrl ?? ""}
        error={errors.sourceUrl}
        onChange={({ currentTarget }) => set({ sourceUrl: currentTarget.value || null })}
      />
      <IconButton
        className={classes.remove}
        label={t("accreditations.remove", { name: entry.accreditor })}
        onClick={() => change(value.filter((_, index) => index !== place))}
      >
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </fieldset>
  );
}
