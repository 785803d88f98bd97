import * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";

type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** What the record is called that a call is to be about. */
export type Meant = { readonly id: string; readonly version: number };

/** The names of an operation's input fields. */
export const fieldsOf = (operation: Operation): string[] => Object.keys(schemaOf(operation).properties ?? {});

/**
 * An input that an operation takes, with no more than it must have, wherever an id is asked for that of the record that is
 * meant. Throws where a field wants something that nobody here thinks of, so that no call is refused at the door unseen.
 */
export function sampleInput(operation: Operation, meant: Meant): Record<string, unknown> {
  const input = sample(schemaOf(operation), operation.path, meant) as Record<string, unknown>;
  const checked = z.safeParse(operation.input, input);
  if (checked.success) return input;
  throw new Error(`${operation.path} does not take ${JSON.stringify(input)}: ${z.prettifyError(checked.error)}`);
}

/** In which order, and whether rows are counted: says nothing of what a row tells. */
const ofTheList = new Set(["sort", "direction", "count"]);

/**
 * The ways in which a call may be asked for more than it does by itself: the least first, then each choice of an option,
 * both sides of a flag, and the longest page.
 */
export function waysOf(operation: Operation): Record<string, unknown>[] {
  const options = Object.entries(schemaOf(operation).properties ?? {});
  return [{}, ...options.flatMap(([name, schema]) => choicesOf(name, schema).map((choice) => ({ [name]: choice })))];
}

function choicesOf(name: string, { enum: choices, items, type, maximum }: Schema): unknown[] {
  if (ofTheList.has(name)) return [];
  if (name === "limit") return [choices?.at(-1) ?? maximum];
  if (items?.enum) return [items.enum];
  return choices ? [...choices] : type === "boolean" ? [true, false] : [];
}

function schemaOf(operation: Operation): Schema {
  return z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as Schema;
}

function sample(schema: Schema, name: string, meant: Meant): unknown {
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
];

/** What a shape does not tell: a check digit, a list that is kept elsewhere. */
const byName: Readonly<Record<string, string>> = {
  email: "a@b.example",
  // The example of ISO 13616.
  account: "GB82WEST12345698765432",
  gtin: "04006381333931",
  gln: "4006381333931",
  timezone: "Asia/Dubai",
  near: "51.5155,-0.0722,5",
};

function sampleText({ format, pattern, minLength = 0 }: Schema, name: string, { id }: Meant): string {
  if (format === "uuid") return id;
  if (name in byName) return byName[name]!;
  const fits = (text: string) => text.length >= minLength && new RegExp(pattern ?? "", "u").test(text);
  const found = name === "id" && pattern !== undefined && fits(id) ? id : texts.find(fits);
  if (found === undefined) throw new Error(`no sample for ${name}: ${pattern}`);
  return found;
}
