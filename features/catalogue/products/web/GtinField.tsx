import { TextInput } from "@mantine/core";
import { useState } from "react";
import { isDemonstrationGtin, printedGtin, readGtin } from "#base/gtin.ts";
import classes from "#features/catalogue/products/web/GtinField.module.css";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The number under the bars, however it is written, and what it says while it is typed. */
export function GtinField() {
  const t = useMessages("products");
  const { value, change, input } = useField<string | null>("gtin");
  const [typed, setTyped] = useState<string | null>(null);
  const reading = value === null ? null : readGtin(value);
  const written = reading?.problem === null ? printedGtin(reading.gtin) : (value ?? "");
  return (
    <TextInput
      {...input}
      label={t("fields.gtin")}
      description={<GtinHint text={typed ?? value} />}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      // What is being typed is not tidied up under the fingers.
      value={typed ?? written}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setTyped(text);
        change(text.trim() === "" ? null : (readGtin(text).gtin ?? text));
      }}
      onBlur={() => {
        setTyped(null);
        input.onBlur();
      }}
    />
  );
}

function GtinHint({ text }: { readonly text: string | null }) {
  const t = useMessages("products");
  if (text === null || text.trim() === "") return t("hints.gtin");
  const reading = readGtin(text);
  if (reading.problem !== null)
    return reading.suggestion ? t("gtin.perhaps", { gtin: reading.suggestion }) : t("hints.gtin");
  const printed = printedGtin(reading.gtin);
  return (
    <span className={classes.hint}>
      <span>{t("gtin.right", { kind: reading.kind, digit: printed.at(-1) })}</span>
      {reading.warning && <span className={classes.warning}>{t(`gtin.warnings.${reading.warning}`)}</span>}
      {isDemonstrationGtin(reading.gtin) && <span className={classes.warning}>{t("gtin.demonstration")}</span>}
    </span>
  );
}
