import { Button, Select } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { type Effect, termsLimits } from "#features/loyalty/promocodes/rules/terms.ts";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import { pickProduct } from "#features/loyalty/promocodes/web/usePickables.ts";
import { AmountField } from "#web/record/AmountField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { PercentField } from "#web/record/PercentField.tsx";
import { RecordsField } from "#web/record/RecordsField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type Kind = Effect["kind"];

/** What each kind of effect begins with. */
const beginnings: { readonly [Name in Kind]: Extract<Effect, { kind: Name }> } = {
  percent: { kind: "percent", bps: 1000, maxMinor: null },
  fixed: { kind: "fixed", amountMinor: 500 },
  item: { kind: "item", productIds: [], quantity: 1, bps: 10_000 },
  cheapestFree: { kind: "cheapestFree", groupSize: 3, freeUnits: 1, timesMax: null },
  bundle: { kind: "bundle", parts: [{ productIds: [], quantity: 1 }], priceMinor: 1000, timesMax: null },
  cashback: { kind: "cashback", bps: 200, maxMinor: null },
};
const kinds = Object.keys(beginnings) as Kind[];

/** What the promocode gives: its kind, and the fields of that kind. */
export function EffectFields() {
  const t = useMessages("promocodes");
  const { setValue } = useFormContext<PromocodeInput>();
  const kind = useWatch<PromocodeInput, "terms.effect.kind">({ name: "terms.effect.kind" });
  return (
    <>
      <Wide>
        <Select
          label={t("effect.kind")}
          description={t(`effectHints.${kind}`)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={kinds.map((value) => ({ value, label: t(`effects.${value}`) }))}
          value={kind}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          onChange={(next) =>
            setValue("terms.effect", beginnings[next as Kind], { shouldDirty: true, shouldValidate: true })
          }
        />
      </Wide>
      <KindFields key={kind} kind={kind} />
    </>
  );
}

function KindFields({ kind }: { readonly kind: Kind }) {
  const t = useMessages("promocodes");
  const currency = useWatch<PromocodeInput, "terms.currency">({ name: "terms.currency" });
  const most = <AmountField name="terms.effect.maxMinor" label={t("effect.maxMinor")} currency={currency} />;
  const times = (
    <WholeNumberField name="terms.effect.timesMax" label={t("effect.timesMax")} hint={t("effect.timesHint")} />
  );
  switch (kind) {
    case "percent":
    case "cashback":
      return (
        <>
          <PercentField name="terms.effect.bps" label={t("effect.bps")} />
          {most}
        </>
      );
    case "fixed":
      return <AmountField name="terms.effect.amountMinor" label={t("effect.amountMinor")} currency={currency} />;
    case "item":
      return (
        <>
          <Wide>
            <RecordsField name="terms.effect.productIds" label={t("effect.productIds")} source={pickProduct} />
          </Wide>
          <WholeNumberField name="terms.effect.quantity" label={t("effect.quantity")} />
          <PercentField name="terms.effect.bps" label={t("effect.bps")} hint={t("effect.freeHint")} />
        </>
      );
    case "cheapestFree":
      return (
        <>
          <WholeNumberField name="terms.effect.groupSize" label={t("effect.groupSize")} />
          <WholeNumberField name="terms.effect.freeUnits" label={t("effect.freeUnits")} />
          {times}
        </>
      );
    case "bundle":
      return (
        <>
          <Wide>
            <BundleParts />
          </Wide>
          <AmountField name="terms.effect.priceMinor" label={t("effect.priceMinor")} currency={currency} />
          {times}
        </>
      );
  }
}

/** The parts of a bundle: some of these products each. */
function BundleParts() {
  const t = useMessages("promocodes");
  const { setValue } = useFormContext<PromocodeInput>();
  const effect = useWatch<PromocodeInput, "terms.effect">({ name: "terms.effect" });
  if (effect.kind !== "bundle") return null;
  const { parts } = effect;
  const change = (next: typeof parts) =>
    setValue("terms.effect", { ...effect, parts: next }, { shouldDirty: true, shouldValidate: true });
  return (
    <div className={classes.rows}>
      {parts.map((_, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part has nothing else that identifies it
        <div key={place} className={classes.row}>
          <RecordsField
            name={`terms.effect.parts.${place}.productIds`}
            label={t("effect.part", { number: place + 1 })}
            source={pickProduct}
          />
          <WholeNumberField name={`terms.effect.parts.${place}.quantity`} label={t("effect.quantity")} />
          {parts.length > 1 && (
            <IconButton
              className={classes.remove}
              label={t("effect.removePart", { number: place + 1 })}
              onClick={() => change(parts.toSpliced(place, 1))}
            >
              <IconTrash size={18} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {parts.length < termsLimits.bundleParts && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => change([...parts, { productIds: [], quantity: 1 }])}
          >
            {t("effect.addPart")}
          </Button>
        </div>
      )}
    </div>
  );
}
