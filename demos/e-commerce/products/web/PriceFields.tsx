import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { writeAmount } from "#base/writeAmount.ts";
import { shopProductRecords } from "#demos/e-commerce/products/contract.ts";
import { priceWithoutTax, priceWithTax, shopCurrency } from "#demos/e-commerce/rules.ts";
import { formatPercent } from "#web/formats.ts";
import { parseAmount } from "#web/record/amount.ts";
import { minorText } from "#web/record/minorText.ts";
import { formOf } from "#web/records/formOf.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const { Field } = formOf(shopProductRecords);

type Prices = {
  readonly priceExclMinor: number;
  readonly taxRateBps: number;
  readonly comparedPriceMinor: number | null;
};
const decimals = 2;

/** The price without and with tax: each changes with the other as the user types. The one without tax is stored. */
export function PriceFields() {
  const t = useMessages("shopProducts");
  const language = useLanguage();
  const [excl, rate, compared] = useWatch<Prices, ["priceExclMinor", "taxRateBps", "comparedPriceMinor"]>({
    name: ["priceExclMinor", "taxRateBps", "comparedPriceMinor"],
  });
  // What is typed may not be a number yet.
  const isKnown = Number.isInteger(excl) && Number.isInteger(rate);
  const incl = isKnown ? priceWithTax(excl, rate) : null;
  const saved = incl !== null && typeof compared === "number" && compared > incl ? compared - incl : null;
  return (
    <>
      <Field name="priceExclMinor" />
      <Field name="taxRateBps" />
      <PriceWithTax incl={incl} rate={isKnown ? rate : 0} />
      <Field
        name="comparedPriceMinor"
        hint={
          saved === null
            ? t("hints.comparedPriceMinor")
            : t("hints.saved", {
                amount: minorText(language, saved, shopCurrency),
                percent: formatPercent(language, saved / compared!),
              })
        }
      />
      <output aria-live="polite" style={{ gridColumn: "1 / -1", color: "var(--dimmed)" }}>
        {incl !== null && t("taxAmount", { amount: minorText(language, incl - excl, shopCurrency) })}
      </output>
    </>
  );
}

type PriceWithTaxProps = { readonly incl: number | null; readonly rate: number };

function PriceWithTax({ incl, rate }: PriceWithTaxProps) {
  const t = useMessages("shopProducts");
  const { setValue } = useFormContext<Prices>();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={t("fields.priceInclMinor")}
      description={t("hints.priceInclMinor")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span>{shopCurrency}</span>}
      leftSectionWidth={52}
      value={typed ?? (incl === null ? "" : writeAmount(incl, decimals))}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const minor = parseAmount(currentTarget.value, decimals);
        if (typeof minor === "number")
          setValue("priceExclMinor", priceWithoutTax(minor, rate), { shouldDirty: true, shouldValidate: true });
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
