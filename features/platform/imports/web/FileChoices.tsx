import { Select, TextInput } from "@mantine/core";
import type { ImportChoice } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/FileChoices.module.css";
import { useMessages } from "#web/useMessages.ts";

type Chosen = Readonly<Record<string, string>>;
type FileChoicesProps = {
  readonly offered: readonly ImportChoice[];
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
};

/** Settings for the file as a whole, beside the column mapping. */
export function FileChoices({ offered, chosen, onChange }: FileChoicesProps) {
  const t = useMessages("imports");
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = chosen;
    onChange(value === "" ? others : { ...others, [name]: value });
  };
  return (
    <fieldset className={classes.choices}>
      <legend>{t("map.wholeFile")}</legend>
      {offered.map(({ name, title, hint, answers }) =>
        answers === null ? (
          <TextInput
            key={name}
            label={title}
            description={hint}
            inputWrapperOrder={["label", "input", "description"]}
            dir="auto"
            maxLength={200}
            value={chosen[name] ?? ""}
            onChange={({ currentTarget }) => choose(name, currentTarget.value)}
          />
        ) : (
          <Select
            key={name}
            label={title}
            description={hint}
            inputWrapperOrder={["label", "input", "description"]}
            data={answers.map(({ value, title: label }) => ({ value, label }))}
            value={chosen[name] ?? answers[0]!.value}
            allowDeselect={false}
            onChange={(value) => choose(name, value ?? "")}
          />
        ),
      )}
    </fieldset>
  );
}
