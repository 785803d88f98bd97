import { Alert, Button, Select, Textarea, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import { countryCodes } from "#base/countries.ts";
import { uuidv7 } from "#base/ids.ts";
import { Refusal } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import { certifiers, recognitions } from "#features/certifiers/contract.ts";
import type { Recognition, RecognitionInput } from "#features/certifiers/contract/recognitions.ts";
import { DayInput } from "#features/certifiers/web/DayInput.tsx";
import { countryName } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { issueText, textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

type RecognitionDialogProps = {
  /** Null for a new one. */
  readonly recognition: Recognition | null;
  readonly of: { readonly bodyId: string; readonly acronym: string; readonly market?: string };
  readonly onClose: () => void;
};

const refreshes = [recognitions.list, certifiers.get];

/** What a market says about a body: written, changed, or taken back. */
export function RecognitionDialog({ recognition, of, onClose }: RecognitionDialogProps) {
  const t = useWords("certifiers");
  const words = useWords();
  const language = useLanguage();
  const [id] = useState(() => recognition?.id ?? uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16))));
  const [values, setValues] = useState<RecognitionInput>(() => recognition ?? emptyFor(of));
  const create = useWrite(recognitions.create, { refreshes });
  const update = useWrite(recognitions.update, { refreshes });
  const remove = useWrite(recognitions.remove, { refreshes });
  const failed = [create, update, remove].find(({ error }) => error !== null)?.error ?? null;
  const errorAt = (path: string) => {
    const found = failed instanceof Refusal ? failed.errors.find((each) => each.path === path) : undefined;
    return found && issueText(found);
  };
  const set = (fields: Partial<RecognitionInput>) => setValues((now) => ({ ...now, ...fields }));
  const handleSave = () => {
    const done = { onSuccess: onClose };
    if (recognition === null) return create.mutate({ id, ...values }, done);
    const { recognisedBy, scopeText, validFrom, validTo, sourceUrl } = values;
    const patch = { recognisedBy, scopeText, validFrom, validTo, sourceUrl };
    return update.mutate({ id, version: recognition.version, ...patch }, done);
  };
  const isMissing = values.market === "" || values.recognisedBy.trim() === "";
  return (
    <Dialog
      isOpen
      title={t(recognition === null ? "recognition.addOf" : "recognition.editOf", { name: of.acronym })}
      onClose={onClose}
      footer={
        <>
          {recognition !== null && (
            <Button
              variant="subtle"
              color="red"
              style={{ marginInlineEnd: "auto" }}
              loading={remove.isPending}
              onClick={() => remove.mutate({ id, version: recognition.version }, { onSuccess: onClose })}
            >
              {words("buttons.delete")}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {words("buttons.cancel")}
          </Button>
          <Button disabled={isMissing} loading={create.isPending || update.isPending} onClick={handleSave}>
            {words("buttons.save")}
          </Button>
        </>
      }
    >
      <div style={{ display: "grid", gap: 16 }}>
        {recognition === null ? (
          <MarketSelect value={values.market} error={errorAt("market")} onChange={(market) => set({ market })} />
        ) : (
          <p>
            <b>{countryName(language, recognition.market)}</b>
          </p>
        )}
        <TextInput
          label={t("recognition.recognisedBy")}
          required
          maxLength={120}
          value={values.recognisedBy}
          error={errorAt("recognisedBy")}
          onChange={({ currentTarget }) => set({ recognisedBy: currentTarget.value })}
        />
        <Textarea
          label={t("recognition.scopeText")}
          autosize
          minRows={2}
          maxLength={500}
          value={values.scopeText ?? ""}
          error={errorAt("scopeText")}
          onChange={({ currentTarget }) => set({ scopeText: currentTarget.value || null })}
        />
        <div style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 16 }}>
          <DayInput
            label={t("validFrom")}
            value={values.validFrom}
            error={errorAt("validFrom")}
            onChange={(validFrom) => set({ validFrom })}
          />
          <DayInput
            label={t("validTo")}
            value={values.validTo}
            error={errorAt("validTo")}
            onChange={(validTo) => set({ validTo })}
          />
        </div>
        <TextInput
          label={t("sourceUrl")}
          dir="ltr"
          inputMode="url"
          value={values.sourceUrl ?? ""}
          error={errorAt("sourceUrl")}
          onChange={({ currentTarget }) => set({ sourceUrl: currentTarget.value.trim() || null })}
        />
        {failed && (
          <Alert color="red" role="alert">
            {textOf(failed)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

const emptyFor = ({ bodyId, market = "" }: RecognitionDialogProps["of"]): RecognitionInput => ({
  market,
  bodyId,
  recognisedBy: "",
  scopeText: null,
  validFrom: null,
  validTo: null,
  sourceUrl: null,
});

type MarketSelectProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (market: string) => void;
};

function MarketSelect({ value, error, onChange }: MarketSelectProps) {
  const t = useWords("certifiers");
  const language = useLanguage();
  const choices = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return countryCodes
      .map((code) => ({ value: code, label: countryName(language, code) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [language]);
  return (
    <Select
      label={t("recognition.market")}
      required
      data={choices}
      value={value || null}
      error={error}
      searchable
      filter={({ options, search }) =>
        (options as { label: string; value: string }[]).filter(({ label, value: code }) =>
          ` ${searchKey(`${label} ${code}`)}`.includes(` ${searchKey(search)}`),
        ) as typeof options
      }
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
      onChange={(market) => onChange(market ?? "")}
    />
  );
}
