import { Button, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { DateField } from "#web/dates/DateField.tsx";
import { newId } from "#web/newId.ts";
import { type Accreditation, certifierLimits } from "#features/halal/certifiers/fields.ts";
import { accreditationOn } from "#features/halal/certifiers/rules.ts";
import classes from "#features/halal/certifiers/web/Entries.module.css";
import { useField } from "#web/record/useField.tsx";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

const empty = (): Accreditation => ({
  id: newId(),
  accreditor: "",
  accreditationNo: null,
  scopeText: "",
  validFrom: null,
  validTo: null,
  withdrawnOn: null,
  withdrawnReason: null,
  sourceUrl: null,
});

/** Who has accredited the certifier for what. The scope is no extra: without it an accreditation says nothing. */
export function AccreditationsField() {
  const t = useMessages("certifiers");
  const { value, change } = useField<readonly Accreditation[]>("accreditations");
  return (
    <div className={classes.entries}>
      {value.length === 0 && <p className={classes.none}>{t("accreditations.none")}</p>}
      {value.map(({ id }, index) => (
        <AccreditationEntry key={id} index={index} />
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

function AccreditationEntry({ index }: { readonly index: number }) {
  const t = useMessages("certifiers");
  const { value, change } = useField<readonly Accreditation[]>("accreditations");
  const entry = value[index]!;
  const path = `accreditations.${index}`;
  const errors = {
    accreditor: useField("accreditations", `${path}.accreditor`).input.error,
    scopeText: useField("accreditations", `${path}.scopeText`).input.error,
    validTo: useField("accreditations", `${path}.validTo`).input.error,
    withdrawnOn: useField("accreditations", `${path}.withdrawnOn`).input.error,
    withdrawnReason: useField("accreditations", `${path}.withdrawnReason`).input.error,
    sourceUrl: useField("accreditations", `${path}.sourceUrl`).input.error,
  };
  const state = accreditationOn(entry, localDay(useNow()));
  const set = (fields: Partial<Accreditation>) =>
    change(value.map((each, at) => (at === index ? { ...each, ...fields } : each)));
  return (
    <fieldset className={classes.entry}>
      <legend className="hidden-visually">{entry.accreditor || t("accreditations.one")}</legend>
      <p className={classes.wide}>
        <StatusBadge tone={tones[state]}>{t(`accreditations.states.${state}`)}</StatusBadge>
      </p>
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
      <Days entry={entry} errors={errors} onChange={set} />
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
        onClick={() => change(value.filter((_, at) => at !== index))}
      >
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </fieldset>
  );
}

const tones = { current: "ok", upcoming: "info", ended: "error", withdrawn: "error" } as const;

type DaysProps = {
  readonly entry: Accreditation;
  readonly errors: Readonly<Partial<Record<keyof Accreditation, ReactNode>>>;
  readonly onChange: (fields: Partial<Accreditation>) => void;
};

/** The period of an accreditation, and its withdrawal. */
function Days({ entry, errors, onChange }: DaysProps) {
  const t = useMessages("certifiers");
  return (
    <>
      <DateField label={t("validFrom")} value={entry.validFrom} onChange={(validFrom) => onChange({ validFrom })} />
      <DateField
        label={t("validTo")}
        value={entry.validTo}
        error={errors.validTo}
        onChange={(validTo) => onChange({ validTo })}
      />
      <DateField
        label={t("accreditations.withdrawnOn")}
        value={entry.withdrawnOn}
        error={errors.withdrawnOn}
        onChange={(withdrawnOn) =>
          onChange({ withdrawnOn, ...(withdrawnOn === null ? { withdrawnReason: null } : {}) })
        }
      />
      {entry.withdrawnOn !== null && (
        <TextInput
          label={t("accreditations.withdrawnReason")}
          required
          value={entry.withdrawnReason ?? ""}
          maxLength={certifierLimits.reasonMax}
          error={errors.withdrawnReason}
          onChange={({ currentTarget }) => onChange({ withdrawnReason: currentTarget.value || null })}
        />
      )}
    </>
  );
}
