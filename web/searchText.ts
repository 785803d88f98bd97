/** The query of an address as the router keeps it: plain text by name, and a list where a name is repeated. */
export type Search = Readonly<Record<string, string | readonly string[]>>;

/** Plain text on purpose: `?q=12` is the text "12", whatever JSON would make of it. */
export function parseSearch(text: string): Search {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** Leaves out what is undefined. Empty when nothing is left, else with its question mark. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) parameters.append(name, String(one));
  const text = parameters.toString();
  return text && `?${text}`;
}
