// Joiners are kept: without them Persian and Indic names are spelled wrong.
const invisible = /[\p{Cc}\u2028\u2029]|(?![\u200C\u200D])\p{Cf}/gu;
/** Characters from which a mail client makes a link: in a URL, an email address, or a host name. */
const linkSigns = /[/\\@]|:(?=\/)|(?<=[\p{L}\p{N}-])\.(?=[\p{L}\p{N}])/gu;
const lengthMax = 80;

/**
 * The name of a user or record as an email quotes it: one line, isolated text direction, and nothing that a mail client
 * makes a link of. Users who choose a name must not be able to write our emails with it.
 */
export function nameInEmail(name: string): string {
  const plain = name.replace(invisible, " ").replace(linkSigns, " ").replace(/\s+/g, " ").trim();
  const chars = Array.from(plain);
  return chars.length <= lengthMax ? plain : `${chars.slice(0, lengthMax - 1).join("")}…`;
}

/** Fields with the name of a user or a record, in the facts of any email. */
const nameFields = new Set(["name", "nameAr", "name_ar", "retailer_name", "holderName", "brand", "body", "title"]);

/** The same facts with every name quoted for emails, at any depth. */
export function withNamesInEmail<Facts>(facts: Facts): Facts {
  const quote = (field: string, value: unknown): unknown => {
    if (typeof value === "string") return nameFields.has(field) ? nameInEmail(value) : value;
    if (Array.isArray(value)) return value.map((each) => quote(field, each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, quote(name, part)]));
  };
  return quote("", facts) as Facts;
}
