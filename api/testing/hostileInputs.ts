import type { Operation } from "#base/contract.ts";
import { type Meant, sample, sampleInput, type Schema, schemaOf } from "#api/testing/sampleInput.ts";

type Fields = Record<string, unknown>;
type Step = string | number;
/** A place in an input for a value, and the schemas of what contains it, in case the sample has nothing there. */
type Leaf = { readonly path: readonly Step[]; readonly schema: Schema; readonly around: readonly Schema[] };

export type HostileInput = { readonly field: string; readonly value: unknown; readonly input: Fields };

/** Text that UTF-8 or PostgreSQL cannot hold: NUL and unpaired surrogates. */
const texts = ["\0", "dates\0", "a\uD800b", "\uDC00"];
/** Dates and instants that JavaScript writes and PostgreSQL cannot read, or the reverse, and their neighbours. */
const dates = [
  "0000-01-01",
  "0000-12-31T23:59:59Z",
  "0001-01-01",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31",
  "9999-12-31T23:59:59.999Z",
  "10000-01-01",
  "+010000-01-01T00:00:00.000Z",
  "-000001-01-01T00:00:00Z",
];
/** Around the bounds of int4, of exact integers in JSON, of int8, and beyond all of them. */
const numbers = [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 2 ** 64, 1e300];

/** For each place in an input and each hostile value, a valid input with that value. */
export function hostileInputs(operation: Operation, meant: Meant): HostileInput[] {
  const whole = schemaOf(operation);
  return leavesOf(whole, [], []).flatMap((leaf) =>
    hostileValues(leaf.schema).map((value) => ({
      field: leaf.path.join("."),
      value,
      input: withValue(sampleOrLess(operation, meant), leaf, value, meant),
    })),
  );
}

/** If the rest can't be guessed, the value is sent alone. */
function sampleOrLess(operation: Operation, meant: Meant): Fields {
  try {
    return sampleInput(operation, meant);
  } catch {
    return Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, meant.id]));
  }
}

function hostileValues({ type, format, enum: choices, const: constant, pattern }: Schema): unknown[] {
  if (choices !== undefined || constant !== undefined || type === "boolean") return [];
  if (type === "integer" || type === "number") return numbers;
  if (type !== "string") return [...texts.slice(0, 1), ...numbers.slice(0, 2)];
  const isDate = format?.startsWith("date") ?? pattern?.includes("\\d");
  return isDate ? [...texts, ...dates] : texts;
}

function leavesOf(schema: Schema, path: readonly Step[], around: readonly Schema[]): Leaf[] {
  const inside = [...around, schema];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => leavesOf(choice, path, around));
  const { properties = {}, items, additionalProperties } = schema;
  if (schema.type === "array") return items ? leavesOf(items, [...path, 0], inside) : [];
  if (schema.type !== "object") return schema.type === "null" ? [] : [{ path, schema, around }];
  const named = Object.entries(properties).flatMap(([name, each]) => leavesOf(each, [...path, name], inside));
  if (typeof additionalProperties !== "object" || additionalProperties === null) return named;
  const anyName = { type: "string" } as const;
  return [
    ...named,
    ...leavesOf(additionalProperties, [...path, "ar"], inside),
    { path: [...path, "\0"], schema: anyName, around: inside },
  ];
}

function sampleOrNothing(schema: Schema, name: string, meant: Meant): unknown {
  try {
    return sample(schema, name, meant) ?? {};
  } catch {
    return schema.type === "array" ? [] : {};
  }
}

function withValue(input: Fields, { path, around }: Leaf, value: unknown, meant: Meant): Fields {
  let container = input as Record<Step, unknown>;
  for (const [place, step] of path.slice(0, -1).entries()) {
    // The shape that leads to the leaf, even if the sample has another variant.
    container[step] = sampleOrNothing(around[place + 1]!, String(step), meant);
    container = container[step] as Record<Step, unknown>;
  }
  container[path.at(-1)!] = value;
  return input;
}
