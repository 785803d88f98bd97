import type { FieldFormatters } from "#web/record/fieldFormatters.ts";

const uuids = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** `contactEmail` and `reset_password` as words, for what an area has no message for. */
export const spaced = (name: string): string =>
  name
    .replaceAll(/[_.-]+/g, " ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .toLowerCase();

/** `pending_approval` and `brands.setRates`: a word with a capital alone may be a name, such as iPhone. */
export const isCode = (text: string): boolean =>
  /^[a-z][a-z\d]*(?:_[a-z\d]+)+$|^[a-z]+[A-Za-z]*\.[a-z]+[A-Z]\w*$/.test(text);

/** Checksums identify a file to a program, and mean nothing to people. */
const isForPrograms = (path: string) => /(?:sha256|hash|fingerprint)$/i.test(path);

type RecordTexts = {
  /** Names of records by their ids, from the server. */
  readonly names: Readonly<Record<string, string>>;
  /** In place of the id of a record that is gone, or that the reader may not see. */
  readonly unseen: string;
};

type ReportedChange = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** The changes that people read. */
export const reportedChanges = (
  changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>,
): ReportedChange[] =>
  Object.entries(changes)
    .filter(([path]) => !isForPrograms(path))
    .map(([path, { before, after }]) => ({ path, before, after }));

/** A value of a change, with the names of records in place of their ids. */
export function historyText(
  texts: FieldFormatters,
  path: string,
  value: unknown,
  { names, unseen }: RecordTexts,
): string {
  if (typeof value === "string" && names[value] !== undefined) return names[value];
  const named = namedValue(value, names);
  return texts.textOf(path, named).replaceAll(uuids, (id) => names[id.toLowerCase()] ?? unseen);
}

/** Lists of ids become lists of names; an area's own format of a single id stays. */
const namedValue = (value: unknown, names: RecordTexts["names"]): unknown =>
  Array.isArray(value) ? value.map((each) => (typeof each === "string" ? (names[each] ?? each) : each)) : value;
