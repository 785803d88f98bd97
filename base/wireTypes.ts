import type * as z from "zod/mini";

// Queries and paths carry only text. What a schema expects as a number, a boolean or a list is converted, so that
// contracts stay plain; texts that do not look like one stay text and are refused by the schema.

/** The type that a schema expects, as `typeof` names it, or `array`. */
export function wireType(schema: z.core.$ZodType): string {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; values?: readonly unknown[] };
  if (def.innerType) return wireType(def.innerType);
  if (def.type === "literal") return typeof def.values?.[0];
  return def.type === "int" ? "number" : def.type;
}

export function coerced(type: string | undefined, value: unknown): unknown {
  if (type === "array") return Array.isArray(value) ? value : [value];
  if (type === "number" && typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
