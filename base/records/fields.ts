import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { plainTextOf } from "#base/richText.ts";
import type { FieldError } from "#base/refusal.ts";

// One declaration per field. The browser loads it with the contract: only zod, no server code.

/**
 * Selects the form control, the text in the history and the reader of a CSV cell. A form renders `custom` fields
 * itself.
 */
export type FieldKind =
  | "text"
  | "longText"
  | "richText"
  | "code"
  | "url"
  | "translations"
  | "choice"
  | "integer"
  | "percent"
  | "amount"
  | "country"
  | "currency"
  | "email"
  | "phone"
  | "date"
  | "social"
  | "flag"
  | "custom";

/** A field of a record whose value is a `Value`. A plain object: an area may write one without a builder. */
export interface Field<Value> {
  readonly kind: FieldKind;
  readonly schema: z.ZodMiniType<Value>;
  /** For responses: the type without bounds, so that values stored before a bound was added can still be read. */
  readonly answer: z.ZodMiniType<Value>;
  /** The value before anyone fills it in, and for an empty CSV cell. */
  readonly empty: Value;
  /** A new record needs a value. */
  readonly isRequired: boolean;
  /** The values of a `choice`. */
  readonly choices: readonly string[];
  /** The field that these `translations` belong to. */
  readonly translates?: string | undefined;
  /** The field with the currency of an `amount`. */
  readonly currencyIn?: string | undefined;
}

type TextOptions = {
  readonly min?: number;
  readonly max: number;
  readonly isLong?: true;
  /** Entered and displayed as an identifier: left to right in every language, without spell check. */
  readonly isCode?: true;
};
type Required = { readonly required: true };
type Initial<Value> = { readonly initial: Value };
type Range = { readonly min?: number; readonly max: number };

const answers: Partial<Record<FieldKind, z.core.$ZodType>> = {
  integer: z.int(),
  percent: z.int(),
  amount: z.int(),
  flag: z.boolean(),
  date: z.iso.date(),
  translations: z.record(z.string(), z.string()),
  social: z.record(z.string(), z.string()),
};

const create = <Value>(
  kind: FieldKind,
  schema: z.ZodMiniType<Value>,
  empty: Value,
  { answer, choices = [], ...rest }: Partial<Field<Value>> = {},
): Field<Value> => {
  const type = kind === "choice" ? z.enum(choices as [string]) : (answers[kind] ?? z.string());
  const plain = answer ?? (kind === "custom" ? schema : empty === null ? z.nullable(type) : type);
  return { isRequired: false, choices, ...rest, kind, schema, empty, answer: plain as z.ZodMiniType<Value> };
};

/** An optional value is null unless the field has an initial value. */
const optional = <Value, Options>(
  kind: FieldKind,
  schema: z.ZodMiniType<Value>,
  { initial }: { readonly initial?: Value | undefined } = {},
  rest: Partial<Field<never>> = {},
) =>
  (initial === undefined
    ? create<Value | null>(kind, z.nullable(schema), null, rest)
    : create(kind, schema, initial, rest)) as Field<Options extends Initial<Value> ? Value : Value | null>;

const text = <Options extends TextOptions & Partial<Required>>(options: Options) => {
  const { min = 1, max, isLong = false as never, isCode, required } = options;
  const kind = isCode ? "code" : isLong ? "longText" : "text";
  const schema = schemas.text({ min, max, multiline: isLong });
  const field = required
    ? create<string>(kind, schema, "", { isRequired: true })
    : create<string | null>(kind, z.nullable(schema), null);
  return field as unknown as Field<Options extends Required ? string : string | null>;
};

/** Simple HTML (base/richText.ts), which the store sanitises. `max` counts the characters of the HTML. */
const richText = ({ max, required = false }: { readonly max: number; readonly required?: boolean }) =>
  create<string>(
    "richText",
    schemas
      .text({ max, multiline: true })
      .check(z.refine((html) => !required || plainTextOf(html) !== "", { error: "nothing_visible" })),
    "",
    { isRequired: required },
  );

/** An identifier that users enter. `error` is the error code if it does not match. */
const code = (pattern: RegExp, { error }: { readonly error: string }): Field<string> =>
  create<string>("code", z.string().check(z.trim(), z.regex(pattern, { error })), "", { isRequired: true });

const missing = (kind: FieldKind, schema: z.ZodMiniType<string>) =>
  create<string | null>(kind, z.nullable(schema), null);
/** A web address that users can open. */
const url = () => missing("url", schemas.httpsUrl());
/** ISO 3166-1 alpha-2. */
const country = () => missing("country", schemas.countryCode());
/** ISO 4217. */
const currency = () => missing("currency", schemas.currencyCode());
const email = () => missing("email", schemas.email());
/** A day without a time: `2026-11-20`. */
const date = () => missing("date", schemas.date());
/** In minor units of the currency that another field names. */
const amount = (currencyIn: string): Field<number | null> =>
  create<number | null>("amount", z.nullable(schemas.amountMinor()), null, { currencyIn });

type TranslationOptions = { readonly max: number; readonly isLong?: true };

/** Translations of another field, by BCP 47 tag. */
const translations = (
  translates: string,
  { max, isLong = false as never }: TranslationOptions,
): Field<Record<string, string>> => {
  const schema = schemas.translations({ max, multiline: isLong });
  return create<Record<string, string>>("translations", schema, {}, { translates });
};

function choice<const Choice extends string>(
  choices: readonly Choice[],
  options: Initial<NoInfer<Choice>>,
): Field<Choice>;
function choice<const Choice extends string>(choices: readonly Choice[]): Field<Choice | null>;
function choice(choices: readonly string[], options: Partial<Initial<string>> = {}): unknown {
  return optional<string, object>("choice", z.enum(choices), options, { choices });
}

const integer = <Options extends Range & Partial<Initial<number>>>({ min = 0, max, ...options }: Options) =>
  optional<number, Options>("integer", z.int().check(z.minimum(min), z.maximum(max)), options);

/** Stored in basis points, entered in percent. */
const percent = <Options extends Partial<Initial<number>>>(options?: Options) =>
  optional<number, Options>("percent", schemas.basisPoints(), options);

const flag = <Options extends Partial<Initial<boolean>>>(options?: Options) =>
  optional<boolean, Options>("flag", z.boolean(), options);

/** Any other value: its schema, and its value in an empty record. With a `kind`, that kind with its own schema. */
const custom = <Value>(
  schema: z.ZodMiniType<Value>,
  empty: Value,
  { kind = "custom", ...rest }: Partial<Field<Value>> = {},
): Field<Value> => create(kind, schema, empty, rest);

export const field = {
  text,
  richText,
  code,
  url,
  country,
  currency,
  email,
  date,
  amount,
  translations,
  choice,
  integer,
  percent,
  flag,
  custom,
};

/** Whether a field holds rich text, or its translations. */
export function isRichText(all: object, name: string): boolean {
  const known = all as Readonly<Record<string, Pick<Field<unknown>, "kind" | "translates"> | undefined>>;
  const its = known[name];
  return its?.kind === "richText" || known[its?.translates ?? ""]?.kind === "richText";
}

/** The fields of one kind of record that users fill in. */
export interface Fields<Values> {
  readonly all: { readonly [Name in keyof Values]: Field<Values[Name]> };
  readonly names: readonly (keyof Values & string)[];
  /** The schemas by name, to spread into an input. */
  readonly shape: { readonly [Name in keyof Values]: z.ZodMiniType<Values[Name]> };
  readonly answers: { readonly [Name in keyof Values]: z.ZodMiniType<Values[Name]> };
  /** Validates all fields, and refuses others. */
  readonly schema: z.ZodMiniType<Values>;
  readonly empty: Values;
  /** Before a record was created and after it was deleted: `empty`, with null for what a record needs. */
  readonly absent: { readonly [Name in keyof Values]: Values[Name] | null };
  /** Errors that involve more than one field. `status` is that of the record; null for a new one, as is `before`. */
  readonly errorsOf: (values: Values, status: string | null, before?: Values | null) => FieldError[];
  readonly valuesOf: (record: Values) => Values;
}

export type ValuesOf<All> = All extends Fields<infer Values> ? Values : never;

/**
 * Declares the fields of a record. `errorsOf` checks fields against each other, in the form, in the API and in imports.
 */
export function fields<Values extends object>(
  all: { readonly [Name in keyof Values]: Field<Values[Name]> },
  { errorsOf = () => [] }: { readonly errorsOf?: Fields<NoInfer<Values>>["errorsOf"] } = {},
): Fields<Values> {
  const names = Object.keys(all) as (keyof Values & string)[];
  const byName = <Value>(valueOf: (name: keyof Values & string) => Value) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  const shape = byName((name) => all[name].schema) as Fields<Values>["shape"];
  return {
    all,
    names,
    shape,
    answers: byName((name) => all[name].answer) as Fields<Values>["answers"],
    schema: z.strictObject(shape) as unknown as z.ZodMiniType<Values>,
    empty: byName((name) => all[name].empty) as Values,
    absent: byName((name) => (all[name].isRequired ? null : all[name].empty)) as Fields<Values>["absent"],
    errorsOf,
    valuesOf: (record) => byName((name) => record[name]) as Values,
  };
}
