import * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";
import type { Line } from "#api/testing/entryReader.tsx";

/** A UUID, JSON, a day as programs write it, or a name of a program. Addresses of pages and of calls are shown as they are. */
const rawPattern = /\b\d{4}-\d\d-\d\d\b|\b[\da-f]{8}-[\da-f]{4}-|[[{]+"|\b[a-z]+_[a-z]+|\b[a-z]+[A-Z][a-z]/;

/**
 * Finds texts that are not for people. `codes` are the values that the contracts declare: alone in a line they are raw,
 * as are the parts of a list.
 */
export const rawTextFinder =
  (codes: ReadonlySet<string>) =>
  ({ text, isWhole }: Line): boolean =>
    rawPattern.test(text.replaceAll(/https?:\S+|[A-Z]+ \/api\/\S+/g, "")) ||
    (isWhole &&
      text
        .replaceAll(/[\u2066-\u2069]/g, "")
        .split(/, |، /)
        .some((part) => codes.has(part.trim())));

/**
 * The values of all enumerations of these operations, as they are and as words. Take the operations of one area: what
 * is a code in another may be a slug or a tag that people wrote here.
 */
export function codesOf(operations: readonly Operation[]): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const { input, output } of operations)
    for (const [schema, io] of [
      [input, "input"],
      [output, "output"],
    ] as const)
      collect(z.toJSONSchema(schema, { io, unrepresentable: "any" }), codes);
  return new Set([...codes].flatMap((code) => [code, code.replaceAll("_", " ")]));
}

function collect(schema: unknown, codes: Set<string>): void {
  if (Array.isArray(schema)) for (const each of schema) collect(each, codes);
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    const values = key === "enum" && Array.isArray(value) ? value : key === "const" ? [value] : [];
    for (const each of values)
      if (typeof each === "string" && /^[a-z]{2,}(?:_[a-z]+)*$|^[A-Z]{2}$/.test(each)) codes.add(each);
    collect(value, codes);
  }
}
