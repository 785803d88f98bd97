import { useCallback } from "react";
import type { CatalogueIcon } from "#demos/icons/rules.ts";
import { type FontTables, glyphOf } from "#demos/icons/rules/glyphPath.ts";
import { tablesIn } from "#demos/icons/rules/woff.ts";
import fontUrl from "#demos/icons/web/icons.woff?url";

let font: Promise<FontTables> | null = null;

/** Reads an icon as SVG from the font itself, whose file is requested with the first one. */
export function useIconSvg(): (icon: Pick<CatalogueIcon, "code">) => Promise<string> {
  return useCallback(async ({ code }) => {
    font ??= readFont().catch((error: unknown) => {
      font = null;
      throw error;
    });
    const glyph = glyphOf(await font, code);
    if (glyph === null) throw new Error(`the font has no glyph ${code}`);
    const { size, path } = glyph;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" fill="currentColor"><path d="${path}"/></svg>`;
  }, []);
}

async function readFont(): Promise<FontTables> {
  const response = await fetch(fontUrl);
  if (!response.ok) throw new Error(`the font answered ${response.status}`);
  const tables = tablesIn(new DataView(await response.arrayBuffer()));
  const needed = tables.filter(({ tag }) => ["cmap", "glyf", "head", "loca"].includes(tag));
  const read = needed.map(async ({ tag, bytes, isCompressed }) => {
    const buffer = isCompressed ? await inflated(bytes) : bytes.slice().buffer;
    return [tag, new DataView(buffer)] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as unknown as FontTables;
}

const inflated = (bytes: Uint8Array): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
