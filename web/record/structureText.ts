import { spaced } from "#web/record/historyText.ts";

type Parts = {
  readonly empty: string;
  readonly comma: string;
  readonly yes: string;
  readonly no: string;
  readonly labelOf?: (key: string) => string;
};

/** Keys of what a thing is called. */
const nameKeys = ["name", "title", "fileName", "label", "code"] as const;

/** A list or an object as text: a thing by its name, everything else as `label: value`. */
export function structureText(value: unknown, parts: Parts): string {
  const { empty, comma, yes, no, labelOf = spaced } = parts;
  if (value === null || value === undefined || value === "") return empty;
  if (typeof value === "boolean") return value ? yes : no;
  if (Array.isArray(value)) return value.map((each) => structureText(each, parts)).join(comma) || empty;
  if (typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  const record = value as Readonly<Record<string, unknown>>;
  const name = nameKeys.map((key) => record[key]).find((each) => typeof each === "string" && each !== "");
  if (typeof name === "string") return name;
  const entries = Object.entries(record).filter(([, each]) => each !== null && each !== "");
  return entries.map(([key, each]) => `${labelOf(key)}: ${structureText(each, parts)}`).join(comma) || empty;
}
