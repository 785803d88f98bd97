import { lazy, type ReactNode, Suspense } from "react";
import type { GlyphProps } from "#demos/icons/web/NamedGlyph.tsx";

/** With the names and the font, which are 210 KB. Where they can't be loaded, the fallback stays. */
const NamedGlyph = lazy(async () => {
  try {
    const { NamedGlyph: Glyph, loadFont } = await import("#demos/icons/web/NamedGlyph.tsx");
    await loadFont();
    return { default: Glyph };
  } catch {
    return { default: ({ fallback }: GlyphProps) => fallback };
  }
});

type NamedIconProps = {
  /** Null, or a name that the catalogue no longer has: the fallback. */
  readonly name: string | null;
  readonly sizePx: number;
  /** An icon of this size, also shown until the font has loaded. */
  readonly fallback: ReactNode;
};

// Not a style sheet, whose name the first page would have with that of every screen that shows one.
const box = { display: "inline-grid", flex: "none", placeItems: "center", overflow: "hidden", lineHeight: 1 } as const;

/** A chosen icon, in a box whose size never changes. */
export const NamedIcon = ({ name, sizePx, fallback }: NamedIconProps) => (
  <span aria-hidden="true" style={{ ...box, inlineSize: sizePx, blockSize: sizePx }}>
    {name === null ? (
      fallback
    ) : (
      <Suspense fallback={fallback}>
        <NamedGlyph name={name} sizePx={sizePx} fallback={fallback} />
      </Suspense>
    )}
  </span>
);
