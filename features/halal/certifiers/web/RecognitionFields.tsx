import { Select, Textarea, TextInput } from "@mantine/core";
import { Refusal } from "#base/refusal.ts";
import type { RecognitionInput } from "#features/halal/certifiers/contract/recognitions.ts";
import { filterBySearch } from "#base/filterBySearch.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { countryName } from "#web/formats.ts";
import { useCountryChoices } from "#web/record/useCountryChoices.ts";
import { issueText } from "#web/textOf.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RecognitionFieldsProps = {
  readonly values: RecognitionInput;
  /** The market of one that is there stays. */
  readonly isNew: boolean;
  /** Why it was refused the last time. */
  readonly error: unknown;
  readonly onChange: (fields: Partial<RecognitionInput>) => void;
};

/** What is written of a recognition. */
export function RecognitionFields({ values, isNew, error, onChange }: RecognitionFieldsProps) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  const errorAt = (path: string) => {
    const found = error instanceof Refusal ? error.errors.find((each) => each.path === path) : undefined;
    return found && issueText(found);
  };
  return (
    <>
      {isNew ? (
        <MarketSelect value={values.market} error={errorAt("market")} onChange={(market) => onChange({ market })} />
      ) : (
        <p>
          <b>{countryName(language, values.market)}</b>
        </p>
      )}
      <TextInput
        label={t("recognition.recognisedBy")}
        required
        maxLength={120}
        value={values.recognisedBy}
        error={errorAt("recognisedBy")}
        onChange={({ currentTarget }) => onChange({ recognisedBy: currentTarget.value })}
      />
      <Textarea
        label={t("recognition.scopeText")}
        autosize
        minRows={2}
        maxLength={500}
        value={values.scopeText ?? ""}
        error={errorAt("scopeText")}
        onChange={({ currentTarget }) => onChange({ scopeText: currentTarget.value || null })}
      />
      <div style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 16 }}>
        <DateField
          label={t("validFrom")}
          value={values.validFrom}
          error={errorAt("validFrom")}
          onChange={(validFrom) => onChange({ validFrom })}
        />
        <DateField
          label={t("validTo")}
          value={values.validTo}
          error={errorAt("validTo")}
          onChange={(validTo) => onChange({ validTo })}
        />
      </div>
      <SourceFields values={values} errorAt={errorAt} onChange={onChange} />
    </>
  );
}

type SourceFieldsProps = Pick<RecognitionFieldsProps, "values" | "onChange"> & {
  readonly errorAt: (path: string) => string | undefined;
};

/** Where it was read, when, and what is to be known of it. */
function SourceFields({ values, errorAt, onChange }: SourceFieldsProps) {
  const t = useMessages("certifiers");
  return (
    <>
      <TextInput
        label={t("sourceUrl")}
        dir="ltr"
        inputMode="url"
        value={values.sourceUrl ?? ""}
        error={errorAt("sourceUrl")}
        onChange={({ currentTarget }) => onChange({ sourceUrl: currentTarget.value.trim() || null })}
      />
      <DateField
        label={t("recognition.readOn")}
        value={values.readOn}
        error={errorAt("readOn")}
        onChange={(readOn) => onChange({ readOn })}
      />
      <Textarea
        label={t("recognition.note")}
        description={t("recognition.noteHint")}
        autosize
        minRows={2}
        maxLength={500}
        value={values.note ?? ""}
        error={errorAt("note")}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value || null })}
      />
    </>
  );
}

type MarketSelectProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (market: string) => void;
};

function MarketSelect({ value, error, onChange }: MarketSelectProps) {
  const t = useMessages("certifiers");
  const choices = useCountryChoices();
  return (
    <Select
      label={t("recognition.market")}
      required
      data={choices}
      value={value || null}
      error={error}
      searchable
      filter={({ options, search }) =>
        filterBySearch(
          options as { label: string; value: string }[],
          search,
          ({ label, value: code }) => `${label} ${code}`,
        )
      }
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
      onChange={(market) => onChange(market ?? "")}
    />
  );
}
