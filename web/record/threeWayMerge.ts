import { isGroup, isSame } from "#web/record/sameValue.ts";

type Values = Readonly<Record<string, unknown>>;

/** One field that two users changed to different values. `path` is dotted where a field is a group: `nameI18n.ar`. */
export type Conflict = {
  readonly path: string;
  readonly original: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
};

export type Merge = {
  /** Their values, with the fields that only I changed. A conflicting field has my value. */
  readonly merged: Values;
  readonly conflicts: readonly Conflict[];
  /** Paths that only I changed, and that only they changed. */
  readonly onlyMine: readonly string[];
  readonly onlyTheirs: readonly string[];
};

/**
 * Merges two edits of one record, field by field (like EspoCRM, admin-features 5.4).
 *
 * Different fields do not conflict, nor do equal edits; groups such as translations are compared by key.
 */
export function mergeThreeWay(versions: {
  readonly original: Values;
  readonly mine: Values;
  readonly theirs: Values;
}): Merge {
  const found = { conflicts: [] as Conflict[], onlyMine: [] as string[], onlyTheirs: [] as string[] };
  const merged = mergeGroup(versions, "", found);
  return { merged, ...found };
}

type FieldDifference = { conflicts: Conflict[]; onlyMine: string[]; onlyTheirs: string[] };

function mergeGroup(
  versions: { original: Values; mine: Values; theirs: Values },
  prefix: string,
  found: FieldDifference,
): Values {
  const { original, mine, theirs } = versions;
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const path = `${prefix}${key}`;
    const value = mergeField({ original: original[key], mine: mine[key], theirs: theirs[key] }, path, found);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeField(
  { original, mine, theirs }: { original: unknown; mine: unknown; theirs: unknown },
  path: string,
  found: FieldDifference,
): unknown {
  if (isSame(mine, theirs)) return theirs;
  const [base, ours, others] = [original ?? {}, mine, theirs];
  if (isGroup(ours) && isGroup(others) && isGroup(base)) {
    return mergeGroup({ original: base, mine: ours, theirs: others }, `${path}.`, found);
  }
  if (isSame(mine, original)) {
    found.onlyTheirs.push(path);
    return theirs;
  }
  if (isSame(theirs, original)) found.onlyMine.push(path);
  else found.conflicts.push({ path, original, mine, theirs });
  return mine;
}

/** The same values with one of them replaced, by dotted path. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [key, ...rest] = path.split(".") as [string, ...string[]];
  if (rest.length === 0) return { ...values, [key]: value };
  const group = values[key];
  return { ...values, [key]: withValue(isGroup(group) ? group : {}, rest.join("."), value) };
}
