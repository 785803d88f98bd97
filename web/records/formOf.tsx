import type { ComponentProps, ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { socialKinds } from "#base/social.ts";
import type { Field, FieldKind, Fields } from "#base/records/fields.ts";
import type { KeyUnder, MessageKey, MessageNamespace } from "#web/messageKeys.ts";
import { AmountField } from "#web/record/AmountField.tsx";
import { CheckboxField } from "#web/record/CheckboxField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CountryField } from "#web/record/CountryField.tsx";
import { CurrencyField } from "#web/record/CurrencyField.tsx";
import { DayField } from "#web/record/DayField.tsx";
import { FlagField } from "#web/record/FlagField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { PercentField } from "#web/record/PercentField.tsx";
import { SocialField } from "#web/record/SocialField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { useRescaledAmounts } from "#web/record/useRescaledAmounts.ts";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { RichTextField } from "#web/richText/RichTextField.tsx";
import { useMessagesOfAny } from "#web/useMessages.ts";

type FieldProps<Name> = {
  readonly name: Name;
  /** Replaces the hint from the feature's messages. */
  readonly hint?: ReactNode;
  /** Spans both columns. Long texts and checkboxes always do. */
  readonly isWide?: boolean;
};

/**
 * The parts of a form, for the fields of one kind of record; `description` may be just a name and fields. An unknown
 * field name does not compile.
 *
 * Labels are `fields.<name>`, hints are `hints.<name>` if there is one, sections are `sections.<name>` and
 * `sections.<name>Text`.
 */
export function formOf<Area extends string, Values>({
  description,
}: {
  readonly description: { readonly name: Area; readonly fields: Fields<Values> };
}) {
  type Name = keyof Values & string;
  const all = description.fields.all as unknown as Readonly<Record<string, Field<unknown>>>;

  function FormField({ name, isWide = false, ...props }: FieldProps<Name>) {
    const t = useMessagesOfAny(description.name);
    const field = all[name]!;
    const hint = props.hint ?? (t(`hints.${name}`, { defaultValue: "" }) || undefined);
    const translated = all[field.translates ?? ""]?.kind;
    const amounts = Object.keys(all).filter((each) => all[each]!.currencyIn === name);
    const control = <Control {...{ name, field, hint, isWide, translated, amounts, t }} />;
    const isBox = field.kind === "flag" && field.empty !== null;
    if (field.kind === "translations" || field.kind === "social") return control;
    return isWide || isBox || field.kind === "longText" || field.kind === "richText" ? <Wide>{control}</Wide> : control;
  }

  function Section({
    name,
    children,
  }: {
    readonly name: KeyUnder<"sections", MessageKey<Area & MessageNamespace>>;
    readonly children: ReactNode;
  }) {
    const t = useMessagesOfAny(description.name);
    return (
      <FormSection title={t(`sections.${name}`)} text={t(`sections.${name}Text`)}>
        {children}
      </FormSection>
    );
  }
  return { Field: FormField, Section };
}

const inputModes = { url: "url", email: "email", phone: "tel" } as const;

function AmountControl({
  currencyIn,
  ...props
}: Omit<ComponentProps<typeof AmountField>, "currency"> & { readonly currencyIn: string }) {
  const currency = useWatch<Record<string, string | null>>({ name: currencyIn });
  return <AmountField {...props} currency={currency ?? null} />;
}

/** Amounts of the currency keep their figure when it changes. */
function CurrencyControl({
  amounts,
  ...props
}: ComponentProps<typeof CurrencyField> & { readonly amounts: readonly string[] }) {
  return <CurrencyField {...props} onChoose={useRescaledAmounts(props.name, amounts)} />;
}

type ControlProps = {
  readonly name: string;
  readonly field: Field<unknown>;
  readonly hint: ReactNode;
  readonly isWide: boolean;
  /** The kind of the field that these translations belong to. */
  readonly translated: FieldKind | undefined;
  /** The fields whose currency this is. */
  readonly amounts: readonly string[];
  readonly t: ReturnType<typeof useMessagesOfAny>;
};

function Control({ name, field, hint, isWide, translated, amounts, t }: ControlProps) {
  const { kind, choices, isRequired, empty, translates } = field;
  const label = t(`fields.${translates ?? name}`);
  const shared = { name, label, hint };
  switch (kind) {
    case "choice":
      return (
        <ChoiceField
          {...shared}
          isRequired={empty !== null}
          choices={choices.map((value) => ({ value, label: t(`${name}.${value}`) }))}
        />
      );
    case "integer":
      return <WholeNumberField {...shared} />;
    case "percent":
      return <PercentField {...shared} />;
    case "translations":
      return (
        <TranslationField
          name={name}
          label={label}
          kind={translated === "longText" ? "long" : translated === "richText" ? "rich" : "line"}
          {...(isWide && { isWide })}
        />
      );
    case "flag":
      return empty === null ? <FlagField {...shared} /> : <CheckboxField {...shared} />;
    case "longText":
      return <TextField {...shared} kind="long" isRequired={isRequired} />;
    case "richText":
      return <RichTextField {...shared} isRequired={isRequired} />;
    case "country":
      return <CountryField {...shared} />;
    case "date":
      return <DayField {...shared} />;
    case "currency":
      return <CurrencyControl {...shared} amounts={amounts} />;
    case "amount":
      return <AmountControl {...shared} currencyIn={field.currencyIn!} />;
    case "social":
      return socialKinds.map((each) => <SocialField key={each} kind={each} />);
    case "url":
    case "email":
    case "phone":
      return <TextField {...shared} kind="code" inputMode={inputModes[kind]} isRequired={isRequired} />;
    case "code":
      return <TextField {...shared} kind="code" isRequired={isRequired} />;
    case "text":
      return <TextField {...shared} isRequired={isRequired} />;
    default:
      throw new Error(`the form draws ${name} itself: a ${kind} field has no control`);
  }
}
