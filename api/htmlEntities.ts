import { htmlEntityNames } from "#api/htmlEntityNames.ts";

const reference = /&(?:#(\d{1,9})|#[xX]([0-9a-fA-F]{1,8})|([a-zA-Z][a-zA-Z0-9]{1,40}));/g;

let charactersByName: ReadonlyMap<string, string> | null = null;

/** Made at the first need: most files have none. */
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
 * The text with character references of HTML (`&quot;`, `&deg;`, `&#176;`, `&#xB0;`) as the characters they stand for, as
 * files have them that once were web pages. Once: `&amp;lt;` is `&lt;`. What is no reference stays, and so do those
 * without a semicolon, which addresses hold by chance (`?a=1&copy=2`).
 */
export function decodeHtmlEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return withPlainSpace(namedCharacters().get(name) ?? whole);
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    return withPlainSpace(characterOf(code));
  });
}

/** A no-break space is how web pages keep a line together; in a cell it is a space. */
const withPlainSpace = (character: string) => (character === "\u00A0" ? " " : character);

/** By the HTML Standard, section 13.2.5.80: an invalid code is the replacement character, which is reported as lost. */
function characterOf(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\uFFFD";
  return String.fromCodePoint(windows1252[code] ?? code);
}

/** What pages of the old Western code page mean by control characters. Source: as above, the table in that section. */
// biome-ignore format: a table of codes reads better in rows
const windows1252: Readonly<Record<number, number>> = {
  0x80: 0x20ac, 0x82: 0x201a, 0x83: 0x0192, 0x84: 0x201e, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02c6,
  0x89: 0x2030, 0x8a: 0x0160, 0x8b: 0x2039, 0x8c: 0x0152, 0x8e: 0x017d, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201c,
  0x94: 0x201d, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02dc, 0x99: 0x2122, 0x9a: 0x0161, 0x9b: 0x203a,
  0x9c: 0x0153, 0x9e: 0x017e, 0x9f: 0x0178,
};

/** As `decodeHtmlEntities`, of a cell. In JSON, the texts are decoded after it is read: a quotation mark would end one. */
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
