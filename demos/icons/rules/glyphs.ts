import { catalogue } from "#demos/icons/rules/catalogue.ts";
import { mirroredNames } from "#demos/icons/rules/mirrored.ts";

export type Glyph = {
  /** Its code point in the font. */
  readonly code: number;
  /** Whether it is drawn the other way round where text runs from right to left. */
  readonly isMirrored: boolean;
};

/** The glyph of every icon of the font, by its name. Apart from the tags, which only a search needs. */
export const glyphsByName: ReadonlyMap<string, Glyph> = new Map(
  catalogue
    .match(/\S+ \S+/g)!
    .map((pair) => pair.split(" "))
    .map(([name = "", code = ""]) => [name, { code: Number.parseInt(code, 16), isMirrored: mirroredNames.has(name) }]),
);
