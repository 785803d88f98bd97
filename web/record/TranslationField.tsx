import { Textarea, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { languageName } from "#web/formats.ts";
import { Wide } from "#web/record/FormSection.tsx";
import { textDirection } from "#web/record/textDirection.ts";
import { RichTextInput } from "#web/richText/RichTextInput.tsx";
import classes from "#web/record/TranslationField.module.css";
import { useField } from "#web/record/useField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// Rarely opened, but on every form.
const AddLanguage = lazy(() =>
  import("#web/record/AddLanguage.tsx").then((module) => ({ default: module.AddLanguage })),
);

type TranslationFieldProps = {
  /** The field that holds the texts by language. */
  readonly name: string;
  /** The label of the text in its main language: `Name`. */
  readonly label: string;
  /** `long`: several lines; `rich`: base/richText.ts. */
  readonly kind?: TextKind;
  /** As wide as both columns; always for long and rich texts. */
  readonly isWide?: boolean;
  readonly maxLength?: number;
};

type TextKind = "line" | "long" | "rich";
type Texts = Readonly<Record<string, string>>;

/** Arabic always has a field, even if it is empty. */
const alwaysShown = "ar";

/** Translations of a text: a field for each language that has one, and a small menu to add another. */
export function TranslationField(props: TranslationFieldProps) {
  const { name, label, kind = "line", isWide = kind !== "line", maxLength } = props;
  const { value } = useField<Texts>(name);
  // A field that was cleared stays, so that nothing moves while the user types.
  const [asked, setAsked] = useState<readonly string[]>([alwaysShown, ...Object.keys(value)]);
  const tags = [...new Set([...asked, ...Object.keys(value)])];
  const [added, setAdded] = useState("");
  const handleAdd = (tag: string) => {
    setAsked([...tags, tag]);
    setAdded(tag);
  };
  return tags.map((tag) => {
    const field = (
      <div key={tag} className={classes.field}>
        <TextIn {...{ name, label, tag, kind, maxLength }} isAdded={tag === added} />
        {tag === alwaysShown && (
          <Suspense>
            <AddLanguage label={label} known={tags} onAdd={handleAdd} />
          </Suspense>
        )}
      </div>
    );
    return isWide ? <Wide key={tag}>{field}</Wide> : field;
  });
}

type TextInProps = {
  readonly name: string;
  readonly label: string;
  readonly tag: string;
  readonly kind: TextKind;
  readonly maxLength: number | undefined;
  /** The language was just added. */
  readonly isAdded: boolean;
};

/** Uses the direction of its language, whatever the screen's is. */
function TextIn({ name, label, tag, kind, maxLength, isAdded }: TextInProps) {
  const messages = useMessages("record");
  const language = useLanguage();
  const { value, change, input } = useField<Texts>(name, `${name}.${tag}`);
  const { [tag]: text = "", ...others } = value;
  const setText = (next: string) => change(next === "" ? others : { ...value, [tag]: next });
  const named = {
    ...input,
    label: messages("inLanguage", { field: label, language: languageName(language, tag) }),
    lang: tag,
    dir: textDirection(tag),
    value: text,
  };
  if (kind === "rich") return <RichTextInput {...named} onChange={setText} />;
  const shared = {
    ...named,
    maxLength,
    autoFocus: isAdded,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setText(currentTarget.value),
  };
  return kind === "long" ? (
    <Textarea {...shared} autosize minRows={2} maxRows={12} />
  ) : (
    <TextInput {...shared} autoComplete="off" />
  );
}
