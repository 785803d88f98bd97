import { Textarea, TextInput } from "@mantine/core";
import { useField } from "#web/record/useField.tsx";

type TranslationFieldProps = {
  /** The field that holds the texts by language. */
  readonly name: string;
  readonly language: "ar";
  readonly label: string;
  readonly isLong?: boolean;
  readonly maxLength?: number;
};

type Texts = Readonly<Record<string, string>>;

/** The same text in another language, beside the original. Written in that language's direction whatever the screen's is. */
export function TranslationField({ name, language, label, isLong = false, maxLength }: TranslationFieldProps) {
  const { value, change, input } = useField<Texts>(name, `${name}.${language}`);
  const { [language]: text = "", ...others } = value;
  const shared = {
    ...input,
    label,
    lang: language,
    dir: "rtl",
    value: text,
    maxLength,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change(currentTarget.value === "" ? others : { ...others, [language]: currentTarget.value }),
  };
  return isLong ? (
    <Textarea {...shared} autosize minRows={2} maxRows={12} />
  ) : (
    <TextInput {...shared} autoComplete="off" />
  );
}
