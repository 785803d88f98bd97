/** Headers are equal if they differ only in case, spaces and punctuation: `Display Name` and `display_name`. */
export function headerKey(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "");
}

type Column = { readonly field: string; readonly aliases: readonly string[] };

/**
 * The suggested field of each column: as the user mapped such a header last time, else by its name. Only one column
 * fills a field: of several matches, the likeliest alias wins, then the first. `remembered` has fields by `headerKey`,
 * empty if the header was left out.
 */
export function suggestMapping({
  headers,
  columns,
  remembered,
}: {
  readonly headers: readonly string[];
  readonly columns: readonly Column[];
  readonly remembered: ReadonlyMap<string, string>;
}): (string | null)[] {
  const keys = headers.map(headerKey);
  const mapping = keys.map((key) => (key === "" ? undefined : remembered.get(key)));
  const isFree = (index: number) => mapping[index] === undefined && keys[index] !== "";
  const taken = new Set<string | undefined>();
  const known = new Set(columns.map((column) => column.field));
  for (const [index, field] of mapping.entries()) {
    // The field may no longer exist, and two files may have mapped two headers to one.
    if (field && (!known.has(field) || taken.has(field))) mapping[index] = undefined;
    else taken.add(field);
  }
  for (const column of columns.filter(({ field }) => !taken.has(field))) {
    const wanted = [...column.aliases, column.field].map(headerKey);
    const index = wanted.map((key) => keys.findIndex((each, at) => each === key && isFree(at))).find((at) => at !== -1);
    if (index !== undefined) mapping[index] = column.field;
  }
  return mapping.map((field) => field || null);
}

type MappedColumn = { readonly field: string; readonly role: "key" | "required" | null };

/** What makes a mapping invalid. Empty if it is valid. */
export function mappingFaults(
  mapping: readonly (string | null)[],
  columns: readonly MappedColumn[],
): { readonly code: "no_such_field" | "field_mapped_twice" | "field_not_mapped"; readonly field: string }[] {
  const mapped = mapping.filter((field) => field !== null);
  const known = new Set(columns.map(({ field }) => field));
  const hasKey = columns.some(({ role, field }) => role === "key" && mapped.includes(field));
  const missing = hasKey ? [] : columns.filter(({ role, field }) => role === "required" && !mapped.includes(field));
  return [
    ...mapped.filter((field) => !known.has(field)).map((field) => ({ code: "no_such_field", field }) as const),
    ...[...new Set(mapped.filter((field, at) => mapped.indexOf(field) !== at))].map(
      (field) => ({ code: "field_mapped_twice", field }) as const,
    ),
    ...missing.map(({ field }) => ({ code: "field_not_mapped", field }) as const),
  ];
}

/** A filter of the problems. `columns` in the format of the operation; none means all. */
export type ProblemGroup = {
  /** Empty for all, `other`, `row`, or a column's number. */
  readonly name: string;
  readonly count: number;
  readonly columns: string[] | undefined;
};

/** All problems, the columns with the most, and the rest together. */
export function problemGroups({
  problemCount,
  problemColumns,
}: {
  readonly problemCount: number;
  readonly problemColumns: readonly { readonly column: number | null; readonly count: number }[];
}): ProblemGroup[] {
  const all = { name: "", count: problemCount, columns: undefined };
  const single = problemColumns.map(({ column, count }) => {
    const name = column === null ? "row" : String(column);
    return { name, count, columns: [name] };
  });
  // One more column is as short as "other".
  if (single.length <= ownGroupsMax + 1) return [all, ...single];
  const rest = single.slice(ownGroupsMax);
  const count = rest.reduce((sum, group) => sum + group.count, 0);
  return [all, ...single.slice(0, ownGroupsMax), { name: "other", count, columns: rest.map(({ name }) => name) }];
}
const ownGroupsMax = 3;
