import { SegmentedControl } from "@mantine/core";
import { useId } from "react";
import styles from "#web/layout/settings/SettingsPanel.module.css";

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly titleOf: (value: Value) => string;
  readonly onChange: (value: Value) => void;
};

/** One of a few values, all of them visible. Nothing if there is only one. */
export function Choice<Value extends string>({ label, values, value, titleOf, onChange }: ChoiceProps<Value>) {
  const id = useId();
  if (values.length < 2) return null;
  return (
    <div className={styles.choice}>
      <span id={id}>{label}</span>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={values.map((each) => ({ value: each, label: titleOf(each) }))}
        value={value}
        onChange={(chosen) => onChange(values.find((each) => each === chosen) ?? value)}
      />
    </div>
  );
}
