import type { ReactNode } from "react";
import { glyphsByName } from "#demos/icons/rules/glyphs.ts";
import { MaterialIcon } from "#demos/icons/web/MaterialIcon.tsx";

export type GlyphProps = { readonly name: string; readonly sizePx: number; readonly fallback: ReactNode };

/** The loaded content of `NamedIcon`. */
export function NamedGlyph({ name, sizePx, fallback }: GlyphProps) {
  const glyph = glyphsByName.get(name);
  if (glyph === undefined) return fallback;
  return (
    <span className={glyph.isMirrored ? "flip" : undefined}>
      <MaterialIcon icon={glyph} sizePx={sizePx} />
    </span>
  );
}

/** Waits for the font, which its style sheet names but only a character of it would request. */
export const loadFont = () => document.fonts.load("1em 'Material Symbols'", "\ue88a");
