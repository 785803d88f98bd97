import { htmlEntityNames } from "#api/htmlEntityNames.ts";

const reference = /&(?:#(\d{1,9})|#[xX]([0-9a-fA-F]{1,8})|([a-zA-Z][a-zA-Z0-9]{1,40}));/g;

let charactersByName: ReadonlyMap<string, string> | null = null;

/** Built on first use: most files have no entities. */
function namedCharacters(): ReadonlyMap<string, string> {
  charactersByName ??= new Map(
    htmlEntityNames
      .trim()
      .split(/\s+/)
      .map((entry): [string, string] => {
        const [name = "", codes = ""] = entry.split(":");
        return [name, String.fromCodePoint(...codes.split("+").map((code) => Number.parseInt(code, 36)))];
      }),
  );
  return charactersByName;
}

/**
 * Replaces HTML character references (`&quot;`, `&deg;`, `&#176;`, `&#xB0;`) with their characters, for files that were
 * copied from web pages. Decodes once: `&amp;lt;` becomes `&lt;`. Unknown references stay, and so do those without a
 * semicolon, which web addresses contain by chance (`?a=1&copy=2`).
 */
export function decodeHtmlEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return withPlainSpace(namedCharacters().get(name) ?? whole);
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    return withPlainSpace(characterOf(code));
  });
}

/** Web pages use a no-break space to keep a line together; in a cell it is a plain space. */
const withPlainSpace = (character: string) => (character === "\u00A0" ? " " : character);

/** By the HTML Standard, section 13.2.5.80: an invalid code is the replacement character, which is reported as lost. */
function characterOf(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\uFFFD";
  return String.fromCodePoint(windows1252[code] ?? code);
}

/** What pages in the old Western code page mean by control characters. Source: the table in the same section. */
// biome-ignore format: a table of codes reads better in rows
const windows1252: Readonly<Record<number, number>> = {
  0x80: 0x20ac, 0x82: 0x201a, 0x83: 0x0192, 0x84: 0x201e, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02c6,
  0x89: 0x2030, 0x8a: 0x0160, 0x8b: 0x2039, 0x8c: 0x0152, 0x8e: 0x017d, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201c,
  0x94: 0x201d, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02dc, 0x99: 0x2122, 0x9a: 0x0161, 0x9b: 0x203a,
  0x9c: 0x0153, 0x9e: 0x017e, 0x9f: 0x0178,
};

/** Decodes a cell. JSON is parsed before its texts are decoded: a quotation mark would end one. */
export function decodeCell(text: string): string {
  if (!text.includes("&")) return text;
  if (!/^[{[]/.test(text)) return decodeHtmlEntities(text);
  try {
    return JSON.stringify(
      JSON.parse(text, (_, value: unknown) => {
        return typeof value === "string" ? decodeHtmlEntities(value) : value;
      }),
    );
  } catch {
    return decodeHtmlEntities(text);
  }
}
