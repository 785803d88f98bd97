import { fileRefusals } from "#base/files.ts";

// Actions that a PDF runs without a click (ISO 32000-2, 12.6.3). Links have actions of the same names, and certificates
// contain many links, so the name of an action is not enough to refuse it.

/** The decompressed content of an object stream, and the stream's dictionary. */
export type PackedObjects = { readonly dictionary: string; readonly inside: string };

// What may separate two tokens: white space, and comments to the end of the line.
const gap = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*`;
const reference = String.raw`\d+${gap}\d+${gap}R\b`;
const destination = [
  String.raw`\[[^[\]()<>]*\]`,
  String.raw`\([^()\\]*\)`,
  String.raw`<[0-9A-Fa-f\s]*>`,
  String.raw`/[\w.+-]+`,
  reference,
].join("|");
/** An action that shows a page of the document itself, and has no next action. */
const pageToShow = new RegExp(
  String.raw`^${gap}(?:\[|null\b|<<(?:${gap}(?:/Type${gap}/Action\b|/S${gap}/GoTo\b|/D${gap}(?:${destination})))+${gap}>>)`,
);
const byReference = new RegExp(String.raw`^${gap}(\d+)${gap}\d+${gap}R\b`);
const openAction = /\/OpenAction(?![\w.+-])/g;
/** Longer than `/AA` alone, which the bytes of a picture would contain by chance. */
const additionalActions = new RegExp(String.raw`/AA${gap}(?:<<|${reference})`);
/** A file that is fetched from a URL, whatever its stream is for. */
const fetchedFile = new RegExp(String.raw`/FS${gap}/URL(?![\w.+-])`);

/**
 * Refuses a document that runs any action without a click, except to show one of its pages. Whatever is not known to be
 * harmless is refused.
 */
export function refuseTriggers(text: string, packed: readonly PackedObjects[]): void {
  const plain = withPlainNames(text);
  const unpacked = packed.map(({ inside, ...rest }) => ({ ...rest, inside: withPlainNames(inside) }));
  for (const part of [plain, ...unpacked.map(({ inside }) => inside)]) {
    if (additionalActions.test(part)) throw fileRefusals.document_active({ found: "AA" });
    if (fetchedFile.test(part)) throw fileRefusals.document_active({ found: "URL" });
    for (const { index, 0: name } of part.matchAll(openAction)) {
      const value = part.slice(index + name.length, index + name.length + valueMax);
      const number = byReference.exec(value)?.[1];
      const values = number === undefined ? [value] : definitionsOf(number, plain, unpacked);
      if (values.length === 0 || !values.every((each) => pageToShow.test(each)))
        throw fileRefusals.document_active({ found: "OpenAction" });
    }
  }
}

// A destination, or an action that goes to one, takes some dozen characters.
const valueMax = 2_000;

/** All definitions of an object. Saving a document again adds another, and PDF readers differ in which one they use. */
function definitionsOf(number: string, text: string, packed: readonly PackedObjects[]): string[] {
  const inTheOpen = new RegExp(String.raw`(?<!\d)0*${number.replace(/^0+/, "")}${gap}\d+${gap}obj`, "g");
  return [
    ...[...text.matchAll(inTheOpen)].map(({ index, 0: head }) =>
      text.slice(index + head.length, index + head.length + valueMax),
    ),
    ...packed.flatMap((each) => packedDefinition(Number(number), each)),
  ];
}

/** An object stream starts with pairs: an object's number, and its offset from `/First` (ISO 32000-2, 7.5.7). */
function packedDefinition(number: number, { dictionary, inside }: PackedObjects): string[] {
  const first = new RegExp(String.raw`/First${gap}(\d+)(?!${gap}\d+${gap}R\b)`).exec(withPlainNames(dictionary))?.[1];
  if (first === undefined) throw fileRefusals.document_obscure();
  const pairs = inside
    .slice(0, Number(first))
    .split(/[\0\s]+/)
    .filter(Boolean)
    .map(Number);
  return pairs.flatMap((each, place) =>
    place % 2 === 0 && each === number ? [inside.slice(Number(first) + pairs[place + 1]!).slice(0, valueMax)] : [],
  );
}

/** Unescapes letters in names: `/Open#41ction`. Other characters stay escaped, as they would change how it parses. */
const withPlainNames = (text: string): string =>
  text.replaceAll(/\/(?:[\w.+-]|#[0-9A-Fa-f]{2})+/g, (name) =>
    name.replaceAll(/#([46][1-9A-Fa-f]|[57][0-9Aa])/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  );
