import { Input } from "@mantine/core";
import { type ComponentProps, type FocusEventHandler, lazy, type Ref, Suspense, use, useId } from "react";
import { ReadOnlyForm } from "#web/record/ReadOnlyForm.ts";
import { RichText } from "#web/richText/RichText.tsx";
import classes from "#web/richText/RichTextInput.module.css";

const RichTextEditor = lazy(async () => {
  const [{ RichTextEditor: editor }, { loadRichTextMessages }] = await Promise.all([
    import("#web/richText/RichTextEditor.tsx"),
    import("#web/richText/loadRichTextMessages.ts"),
  ]);
  await loadRichTextMessages();
  return { default: editor };
});

type WrapperProps = Pick<
  ComponentProps<typeof Input.Wrapper>,
  "description" | "error" | "inputContainer" | "inputWrapperOrder" | "labelProps"
>;

type RichTextInputProps = WrapperProps & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: FocusEventHandler | (() => void);
  /** What a form focuses when this field is missing. */
  readonly ref?: Ref<{ readonly focus: () => void }>;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** The language of the text, by BCP 47 tag, and its direction. */
  readonly lang?: string;
  readonly dir?: "ltr" | "rtl";
  readonly "data-field"?: string;
  readonly "aria-description"?: string | undefined;
};

/** An editor of rich text with label, hint and error, loaded when it is first shown. In a read-only form, the text. */
export function RichTextInput(props: RichTextInputProps) {
  const { value, onChange, onBlur, ref, required, disabled, lang, dir, ...wrapper } = props;
  const { "data-field": field, "aria-description": description, ...labelled } = wrapper;
  const id = useId();
  const isReadOnly = use(ReadOnlyForm) || disabled === true;
  const text = (
    <div className={classes.text} dir={dir} data-read-only={isReadOnly || undefined}>
      <RichText html={value} {...(lang !== undefined && { lang })} />
    </div>
  );
  return (
    <Input.Wrapper
      {...labelled}
      labelElement="div"
      labelProps={{ ...labelled.labelProps, id: `${id}-label` }}
      errorProps={{ id: `${id}-error` }}
      descriptionProps={{ id: `${id}-hint` }}
      {...(required !== undefined && { required })}
    >
      {isReadOnly ? (
        <div role="group" aria-labelledby={`${id}-label`}>
          {text}
        </div>
      ) : (
        <Suspense fallback={text}>
          <RichTextEditor
            html={value}
            onChange={onChange}
            {...{ onBlur, ref, lang, dir }}
            toolbarLabel={labelled.label}
            attributes={{
              "aria-labelledby": `${id}-label`,
              "aria-describedby": [labelled.description && `${id}-hint`, labelled.error && `${id}-error`]
                .filter(Boolean)
                .join(" "),
              "aria-invalid": String(Boolean(labelled.error)),
              "aria-required": String(required === true),
              ...(description !== undefined && { "aria-description": description }),
              ...(field !== undefined && { "data-field": field }),
            }}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  );
}
