/** Filters that a record must all match: values by the names of the list's filters. */
export type FilterGroup = Readonly<Record<string, unknown>>;

/** A group in a URL, like a query of its own: `status=active&country=AE&country=SA`. */
export function writeGroup(group: FilterGroup): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(group))
    for (const one of [value].flat() as (string | number | boolean | undefined)[])
      if (one !== undefined) parts.push(`${name}=${encodeURIComponent(wellFormed(one))}`);
  return parts.join("&");
}

/** Half of a character outside the basic plane can’t be in a URL; `URLSearchParams` replaces it in the same way. */
const wellFormed = (value: string | number | boolean) => String(value).replaceAll(/\p{Cs}/gu, "\ufffd");

/** The values by name, as they are written. */
export function readGroup(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const part of query.split("&")) {
    const end = part.indexOf("=");
    const name = decode(end < 0 ? part : part.slice(0, end));
    values.set(name, [...(values.get(name) ?? []), end < 0 ? "" : decode(part.slice(end + 1))]);
  }
  return values;
}

/** A text that is not encoded stays as it is, and the schema refuses it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
