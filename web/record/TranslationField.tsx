import { Textarea, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { languageName } from "#web/formats.ts";
import { Wide } from "#web/record/FormSection.tsx";
import { textDirection } from "#web/record/textDirection.ts";
import classes from "#web/record/TranslationField.module.css";
import { useField } from "#web/record/useField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// Seldom asked for, and on every form.
const AddLanguage = lazy(() =>
  import("#web/record/AddLanguage.tsx").then((module) => ({ default: module.AddLanguage })),
);

type TranslationFieldProps = {
  /** The field that holds the texts by language. */
  readonly name: string;
  /** What the text is called in its own language: `Name`. */
  readonly label: string;
  readonly isLong?: boolean;
  /** As wide as both columns; what is long always is. */
  readonly isWide?: boolean;
  readonly maxLength?: number;
};

type Texts = Readonly<Record<string, string>>;

/** The second language of the house has its place whether or not it is filled. */
const alwaysShown = "ar";

/** The same text in further languages: a field for each that has one, and a quiet menu for one more. */
export function TranslationField({ name, label, isLong = false, isWide = isLong, maxLength }: TranslationFieldProps) {
  const { value } = useField<Texts>(name);
  // What was emptied keeps its field, so that nothing moves away under who is typing.
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
        <TextIn {...{ name, label, tag, isLong, maxLength }} isAdded={tag === added} />
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
  readonly isLong: boolean;
  readonly maxLength: number | undefined;
  /** It was asked for just now. */
  readonly isAdded: boolean;
};

/** Written in its language's direction whatever the screen's is. */
function TextIn({ name, label, tag, isLong, maxLength, isAdded }: TextInProps) {
  const words = useMessages("record");
  const language = useLanguage();
  const { value, change, input } = useField<Texts>(name, `${name}.${tag}`);
  const { [tag]: text = "", ...others } = value;
  const shared = {
    ...input,
    label: words("inLanguage", { field: label, language: languageName(language, tag) }),
    lang: tag,
    dir: textDirection(tag),
    value: text,
    maxLength,
    autoFocus: isAdded,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change(currentTarget.value === "" ? others : { ...value, [tag]: currentTarget.value }),
  };
  return isLong ? (
    <Textarea {...shared} autosize minRows={2} maxRows={12} />
  ) : (
    <TextInput {...shared} autoComplete="off" />
  );
}
