import { Button, MultiSelect, Select } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import type { Condition } from "#features/loyalty/promocodes/rules/terms.ts";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import {
  pickBrand,
  pickCategory,
  pickCertifier,
  pickProduct,
  pickRetailer,
} from "#features/loyalty/promocodes/web/usePickables.ts";
import { AmountField } from "#web/record/AmountField.tsx";
import { type Choice, ChoiceField, foundChoices } from "#web/record/ChoiceField.tsx";
import { RecordsField } from "#web/record/RecordsField.tsx";
import { useCountryChoices } from "#web/record/useCountryChoices.ts";
import { useField } from "#web/record/useField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type Name = Condition["field"];

/** Locations are missing: a condition on them is only made through the API. */
const offered = [
  "products",
  "brands",
  "categories",
  "retailers",
  "markets",
  "orderTotal",
  "quantity",
  "firstRedemption",
  "certifiers",
] as const satisfies readonly Name[];

const sources = {
  products: pickProduct,
  brands: pickBrand,
  categories: pickCategory,
  retailers: pickRetailer,
  certifiers: pickCertifier,
} as const;

function beginningOf(field: Name): Condition {
  switch (field) {
    case "markets":
      return { field, operator: "in", countries: [] };
    case "firstRedemption":
      return { field };
    case "orderTotal":
      return { field, atLeastMinor: 1000 };
    case "quantity":
      return { field, atLeast: 2 };
    default:
      return { field, operator: "in", ids: [] };
  }
}

/** The conditions, one row each. All of them must hold. */
export function ConditionFields() {
  const t = useMessages("promocodes");
  const { setValue } = useFormContext<PromocodeInput>();
  const conditions = useWatch<PromocodeInput, "terms.conditions">({ name: "terms.conditions" });
  const change = (next: readonly Condition[]) =>
    setValue("terms.conditions", [...next], { shouldDirty: true, shouldValidate: true });
  return (
    <div className={classes.rows}>
      {conditions.length === 0 && <p>{t("conditions.none")}</p>}
      {conditions.map((condition, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a condition has nothing else that identifies it
        <div key={`${place} ${condition.field}`} className={classes.row}>
          <Select
            label={t("conditions.field")}
            data={[
              ...offered.map((value) => ({ value, label: t(`conditions.fields.${value}`) })),
              ...(condition.field === "locations"
                ? [{ value: "locations", label: t("conditions.fields.locations") }]
                : []),
            ]}
            value={condition.field}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true }}
            onChange={(next) => change(conditions.with(place, beginningOf(next as Name)))}
          />
          <ConditionValue condition={condition} path={`terms.conditions.${place}`} />
          <IconButton
            className={classes.remove}
            label={t("conditions.remove")}
            onClick={() => change(conditions.toSpliced(place, 1))}
          >
            <IconTrash size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => change([...conditions, beginningOf(unusedField(conditions))])}
        >
          {t("conditions.add")}
        </Button>
      </div>
    </div>
  );
}

/** Each field is usually used once. */
const unusedField = (conditions: readonly Condition[]): Name =>
  offered.find((field) => !conditions.some((condition) => condition.field === field)) ?? "products";

type ConditionValueProps = { readonly condition: Condition; readonly path: string };

function ConditionValue({ condition, path }: ConditionValueProps) {
  const t = useMessages("promocodes");
  const currency = useWatch<PromocodeInput, "terms.currency">({ name: "terms.currency" });
  const operator = (
    <ChoiceField
      name={`${path}.operator`}
      label={t("conditions.operator")}
      isRequired
      choices={(["in", "notIn"] as const).map((value) => ({ value, label: t(`conditions.operators.${value}`) }))}
    />
  );
  switch (condition.field) {
    case "firstRedemption":
      return <p>{t("conditions.firstRedemptionText")}</p>;
    case "orderTotal":
      return <AmountField name={`${path}.atLeastMinor`} label={t("conditions.atLeast")} currency={currency} />;
    case "quantity":
      return <WholeNumberField name={`${path}.atLeast`} label={t("conditions.atLeast")} />;
    case "markets":
      return (
        <>
          {operator}
          <CountriesField name={`${path}.countries`} />
        </>
      );
    case "locations":
      return <p>{t("conditions.locationsText", { count: condition.ids.length })}</p>;
    default:
      return (
        <>
          {operator}
          <RecordsField
            name={`${path}.ids`}
            label={t(`conditions.fields.${condition.field}`)}
            source={sources[condition.field]}
          />
        </>
      );
  }
}

function CountriesField({ name }: { readonly name: string }) {
  const t = useMessages("promocodes");
  const { value, change, input } = useField<readonly string[]>(name);
  return (
    <MultiSelect
      {...input}
      label={t("conditions.fields.markets")}
      data={useCountryChoices()}
      value={[...value]}
      searchable
      filter={({ options, search }) => foundChoices(options as Choice[], search)}
      hidePickedOptions
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onChange={change}
    />
  );
}
