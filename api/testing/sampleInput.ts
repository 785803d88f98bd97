import * as z from "zod/mini";
import { type Operation, takesBody } from "#base/contract.ts";

export type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** The record that a call is about. */
export type Meant = { readonly id: string; readonly version: number };

/** The fields of an operation's input, as JSON Schema describes them. */
export const propertiesOf = (operation: Operation): Readonly<Record<string, Schema>> =>
  schemaOf(operation).properties ?? {};

/** The names of an operation's input fields. */
export const fieldsOf = (operation: Operation): string[] => Object.keys(schemaOf(operation).properties ?? {});

/**
 * A minimal valid input of an operation; every id in it is that of the meant record. Throws if no valid value is known
 * for a field, so that no test calls an operation with an input that its schema refuses.
 */
export function sampleInput(operation: Operation, meant: Meant): Record<string, unknown> {
  const input = sample(schemaOf(operation), operation.path, meant) as Record<string, unknown>;
  const checked = z.safeParse(operation.input, input);
  if (checked.success) return input;
  throw new Error(`${operation.path} does not take ${JSON.stringify(input)}: ${z.prettifyError(checked.error)}`);
}

/** The order, and whether rows are counted: these do not change what a row reveals. */
const ofTheList = new Set(["sort", "direction", "sortLanguage", "count"]);

/**
 * The ways in which a call may ask for more than by default: the minimum first, then each value of an option, both
 * values of a flag, and the longest page.
 */
export function waysOf(operation: Operation): Record<string, unknown>[] {
  const options = Object.entries(schemaOf(operation).properties ?? {});
  return [{}, ...options.flatMap(([name, schema]) => choicesOf(name, schema).map((choice) => ({ [name]: choice })))];
}

/**
 * Inputs that an operation must refuse: a valid one with an error in one place each. Values in the URL arrive as text,
 * so only errors that text can have are used there.
 */
export function brokenInputs(operation: Operation, meant: Meant): { field: string; input: Record<string, unknown> }[] {
  const { properties = {}, required = [], additionalProperties } = schemaOf(operation);
  const right = sampleInput(operation, meant);
  const inAddress = !takesBody(operation);
  // A version and the caller's own token are sent in headers.
  const fields = Object.entries(properties).filter(
    ([name]) =>
      name !== "version" && !(operation.readsToken && name === "token") && !operation.path.includes(`{${name}}`),
  );
  return [
    ...(additionalProperties === false ? [{ field: "unheardOf", input: { ...right, unheardOf: "1" } }] : []),
    ...fields.flatMap(([field, schema]) =>
      wrongOf(schema, inAddress).map((value) => ({ field, input: { ...right, [field]: value } })),
    ),
    ...fields
      .filter(([field]) => required.includes(field))
      .map(([field]) => ({ field, input: { ...right, [field]: undefined } })),
  ];
}

/** Values that a schema refuses. None if it accepts everything, or if none are known. */
function wrongOf(
  { type, enum: choices, format, maxLength, minimum, maximum, anyOf, oneOf, pattern }: Schema,
  inAddress: boolean,
): unknown[] {
  if (anyOf || oneOf || Array.isArray(type) || type === undefined) return [];
  if (choices || format === "uuid" || type === "boolean") return inAddress ? ["nonsense"] : ["nonsense", {}, [[]]];
  if (type === "integer" || type === "number") {
    const beyond = [minimum === undefined ? [] : minimum - 1, maximum === undefined ? [] : maximum + 1].flat();
    return inAddress ? ["nonsense", ...beyond] : ["nonsense", {}, ...beyond];
  }
  if (type === "array" || type === "object") return inAddress ? [] : ["nonsense", 7];
  const long = maxLength === undefined ? [] : ["x".repeat(maxLength + 1)];
  return [...long, ...(pattern === undefined ? [] : ["\u0001"]), ...(inAddress ? [] : [{}, 7])];
}

function choicesOf(name: string, { enum: choices, items, type, maximum }: Schema): unknown[] {
  if (ofTheList.has(name)) return [];
  if (name === "limit") return [choices?.at(-1) ?? maximum];
  if (items?.enum) return [items.enum];
  return choices ? [...choices] : type === "boolean" ? [true, false] : [];
}

export function schemaOf(operation: Operation): Schema {
  return z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as Schema;
}

export function sample(schema: Schema, name: string, meant: Meant): unknown {
  const { type, properties = {}, required = [] } = schema;
  if (name === "version") return meant.version;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(choices[0]!, name, meant);
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return Object.fromEntries(required.map((field) => [field, sample(properties[field]!, field, meant)]));
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, name, meant));
    case "boolean":
      return true;
    case "integer":
    case "number":
      return name === "id" ? Number(meant.id) : Math.max(schema.minimum ?? 1, 1);
    default:
      return sampleText(schema, name, meant);
  }
}

const texts = [
  "brands.read",
  "brands",
  "noor",
  "AE",
  "2026-11-20",
  "a@b.example",
  "https://a.example",
  "1",
  "+971501234567",
  "123456",
  "AC-0000-0000",
  // 256 bits, in the form of tokens and challenges.
  "A".repeat(43),
];

/** Values that a schema does not describe: check digits, members of a list. */
const byName: Readonly<Record<string, string>> = {
  email: "a@b.example",
  mt_email: "a@b.example",
  password: "saffron quilt harbour",
  sourceUrl: "https://a.example",
  // The example of ISO 13616.
  account: "GB82WEST12345698765432",
  gtin: "04006381333931",
  gln: "4006381333931",
  timezone: "Asia/Dubai",
  time: "12:30",
  currency: "GBP",
  pattern: "EID-########",
  near: "51.5155,-0.0722,5",
};

function sampleText({ format, pattern, minLength = 0 }: Schema, name: string, { id }: Meant): string {
  if (format === "uuid") return id;
  if (format === "date-time") return name === "to" ? "2026-12-01T00:00:00.000Z" : "2026-11-01T00:00:00.000Z";
  if (name in byName) return byName[name]!;
  const fits = (text: string) => text.length >= minLength && new RegExp(pattern ?? "", "u").test(text);
  const found = name === "id" && pattern !== undefined && fits(id) ? id : texts.find(fits);
  if (found === undefined) throw new Error(`no sample for ${name}: ${pattern}`);
  return found;
}
