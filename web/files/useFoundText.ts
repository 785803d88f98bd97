import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { type Box, placesOf } from "#web/files/findText.ts";

/** Certificates have one page and some annexes; a longer document would keep the browser busy. */
const pagesMax = 30;

type FoundText = { readonly page: number; readonly boxes: readonly Box[] };
type Search = { readonly pdf: PDFDocumentProxy; readonly texts: readonly string[]; readonly found: FoundText | null };

/** The first page with one of these texts; null if none has it, undefined while it is searched. */
export function useFoundText(pdf: PDFDocumentProxy | null, texts: readonly string[]): FoundText | null | undefined {
  const [search, setSearch] = useState<Search | null>(null);
  useEffect(() => {
    if (pdf === null || texts.length === 0) return;
    let isOver = false;
    const read = async () => {
      const found = await find(pdf, texts, () => isOver);
      if (!isOver) setSearch({ pdf, texts, found });
    };
    // A document that was closed meanwhile has no text.
    read().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [pdf, texts]);
  return search?.pdf === pdf && search.texts === texts ? search.found : undefined;
}

async function find(pdf: PDFDocumentProxy, texts: readonly string[], isOver: () => boolean): Promise<FoundText | null> {
  for (let page = 1; page <= Math.min(pdf.numPages, pagesMax) && !isOver(); page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    const boxes = placesOf(
      items.filter((item) => "str" in item),
      texts,
    );
    if (boxes.length > 0) return { page, boxes };
  }
  return null;
}
