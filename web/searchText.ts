/** The query of an address as the router stores it: plain text by name, and a list if a name is repeated. */
export type Search = Readonly<Record<string, string | readonly string[]>>;

/** Deliberately plain text: `?q=12` is the text "12", not a JSON number. */
export function parseSearch(text: string): Search {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** Leaves out undefined values. Empty if nothing is left, else with its question mark. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) parameters.append(name, String(one));
  const text = parameters.toString();
  return text && `?${text}`;
}
