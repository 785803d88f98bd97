import { NumberInput, Radio, Select, Stack, TextInput } from "@mantine/core";
import {
  accreditationPolicies,
  type MarketPolicy,
  RecognitionPolicy,
  recognitionPolicies,
  reviewGraceDaysMax,
} from "#features/halal/certifiers/contract/recognitions.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { useMessages } from "#web/useMessages.ts";

type PolicyFieldsProps = { readonly value: MarketPolicy; readonly onChange: (part: Partial<MarketPolicy>) => void };

/** The fields of a market's policy: whether it has a list, and how it treats certifiers and overdue reviews. */
export function PolicyFields({ value, onChange }: PolicyFieldsProps) {
  const t = useMessages("certifiers");
  return (
    <Stack gap={16} mb={16}>
      <ListFields value={value} onChange={onChange} />
      {value.hasList === true ? (
        <PolicyChoice
          name="policies"
          label={t("recognition.policyAsk")}
          value={value.policy}
          onChange={(policy) => onChange({ policy })}
        />
      ) : (
        <PolicyChoice
          name="unknownPolicies"
          label={t("recognition.unknownAsk")}
          value={value.unknownPolicy}
          onChange={(unknownPolicy) => onChange({ unknownPolicy })}
        />
      )}
      <Select
        label={t("recognition.accreditationAsk")}
        description={t("recognition.accreditationText")}
        data={accreditationPolicies.map((policy) => ({
          value: policy,
          label: t(`recognition.accreditationPolicies.${policy}`),
        }))}
        value={value.accreditationPolicy}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onChange={(policy) => policy && onChange({ accreditationPolicy: policy })}
      />
      <NumberInput
        label={t("recognition.graceAsk")}
        description={t("recognition.graceText")}
        value={value.reviewGraceDays}
        min={0}
        max={reviewGraceDaysMax}
        allowDecimal={false}
        onChange={(days) => typeof days === "number" && onChange({ reviewGraceDays: days })}
      />
    </Stack>
  );
}

function ListFields({ value, onChange }: PolicyFieldsProps) {
  const t = useMessages("certifiers");
  return (
    <>
      <Radio.Group
        label={t("recognition.listAsk")}
        value={value.hasList === null ? "" : String(value.hasList)}
        onChange={(chosen) => onChange({ hasList: chosen === "true" })}
      >
        <Stack gap={12} mt={8}>
          {(["true", "false"] as const).map((chosen) => (
            <Radio
              key={chosen}
              value={chosen}
              label={t(`recognition.lists.${chosen}`)}
              description={t(`recognition.listTexts.${chosen}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {value.hasList !== null && (
        <>
          <DateField
            label={t("recognition.listDecidedOn")}
            required
            value={value.listDecidedOn}
            onChange={(listDecidedOn) => onChange({ listDecidedOn })}
          />
          <TextInput
            label={t("recognition.listSource")}
            description={t("recognition.listSourceHint")}
            required
            maxLength={500}
            dir={value.listSource ? "auto" : undefined}
            value={value.listSource ?? ""}
            onChange={({ currentTarget }) => onChange({ listSource: currentTarget.value || null })}
          />
        </>
      )}
    </>
  );
}

type PolicyChoiceProps = {
  readonly name: "policies" | "unknownPolicies";
  readonly label: string;
  readonly value: RecognitionPolicy;
  readonly onChange: (policy: RecognitionPolicy) => void;
};

function PolicyChoice({ name, label, value, onChange }: PolicyChoiceProps) {
  const t = useMessages("certifiers");
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(RecognitionPolicy.parse(chosen))}>
      <Stack gap={12} mt={8}>
        {recognitionPolicies.map((policy) => (
          <Radio
            key={policy}
            value={policy}
            label={t(`recognition.${name}.${policy}`)}
            description={t(`recognition.${name}Texts.${policy}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
