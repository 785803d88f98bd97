// Joiners are kept: without them Persian and Indic names are spelled wrong.
const invisible = /[\p{Cc}\u2028\u2029]|(?![\u200C\u200D])\p{Cf}/gu;
/** What a mail program turns into a link: an address of the web or of email, or a host name. */
const linkSigns = /[/\\@]|:(?=\/)|(?<=[\p{L}\p{N}-])\.(?=[\p{L}\p{N}])/gu;
const lengthMax = 80;

/**
 * Somebody's name, or that of a record, as an email quotes it: one line, in no direction but its own, and nothing in it
 * that a mail program makes a link of. Whoever can choose a name must not write emails of ours with it.
 */
export function nameInEmail(name: string): string {
  const plain = name.replace(invisible, " ").replace(linkSigns, " ").replace(/\s+/g, " ").trim();
  const letters = Array.from(plain);
  return letters.length <= lengthMax ? plain : `${letters.slice(0, lengthMax - 1).join("")}…`;
}

/** Fields that hold the name of a person or of a record, in whatever an email is written from. */
const nameFields = new Set(["name", "nameAr", "name_ar", "retailer_name", "holderName", "brand", "body", "title"]);

/** The same facts with every name in them as an email quotes it, at whatever depth it stands. */
export function withNamesInEmail<Facts>(facts: Facts): Facts {
  const quote = (field: string, value: unknown): unknown => {
    if (typeof value === "string") return nameFields.has(field) ? nameInEmail(value) : value;
    if (Array.isArray(value)) return value.map((each) => quote(field, each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, quote(name, part)]));
  };
  return quote("", facts) as Facts;
}
