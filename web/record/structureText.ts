import { isCode, spaced } from "#web/record/historyText.ts";

type Parts = {
  readonly empty: string;
  readonly comma: string;
  readonly yes: string;
  readonly no: string;
  readonly labelOf?: (key: string) => string;
  /** The text of a code in the language of the screen; by default its words. */
  readonly wordOf?: (code: string) => string;
};

/** Keys of what a thing is called. */
const nameKeys = ["name", "title", "fileName", "label", "code"] as const;

/** Keys of codes, which may be one word with a capital. */
const codeKeys: ReadonlySet<string> = new Set(["field", "kind", "operator", "state", "status", "type"]);

/** A list or an object as text: a thing by its name, everything else as `label: value`. */
export function structureText(value: unknown, parts: Parts, key = ""): string {
  const { empty, comma, yes, no, labelOf = spaced, wordOf = spaced } = parts;
  if (value === null || value === undefined || value === "") return empty;
  if (typeof value === "boolean") return value ? yes : no;
  if (Array.isArray(value)) return value.map((each) => structureText(each, parts, key)).join(comma) || empty;
  if (typeof value === "string") {
    const isWord = codeKeys.has(key) && /^[a-z]\w*$/.test(value);
    return isWord || isCode(value) ? wordOf(value) : value;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const record = value as Readonly<Record<string, unknown>>;
  const name = nameKeys.map((part) => record[part]).find((each) => typeof each === "string" && each !== "");
  if (typeof name === "string") return name;
  const entries = Object.entries(record).filter(([part, each]) => part !== "id" && each !== null && each !== "");
  return entries.map(([part, each]) => `${labelOf(part)}: ${structureText(each, parts, part)}`).join(comma) || empty;
}
