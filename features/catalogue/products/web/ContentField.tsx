import { TextInput } from "@mantine/core";
import { latinDigits } from "#base/digits.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** How much is in one piece. Takes the digits and decimal signs of other keyboards; what is no figure stays as typed. */
export function ContentField() {
  const t = useMessages("products");
  const { value, change, input } = useField<number | string | null>("netContent");
  return (
    <TextInput
      {...input}
      label={t("fields.netContent")}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      value={value ?? ""}
      onChange={({ currentTarget }) => {
        const text = latinDigits(currentTarget.value).trim().replace(/[,٫]/, ".");
        // A point at the end, or a zero behind one, is a figure on its way.
        const isFigure = /^\d{1,9}(\.\d*[1-9])?$/.test(text);
        change(text === "" ? null : isFigure ? Number(text) : text);
      }}
      onBlur={() => {
        if (typeof value === "string" && /^\d+\.\d*$/.test(value)) change(Number(value));
        input.onBlur();
      }}
    />
  );
}
