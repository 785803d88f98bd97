import { useEffect } from "react";
import { previewOf } from "#demos/files/rules.ts";
import type { KeptFile } from "#demos/files/web/useDeviceFiles.ts";
import { withFileMessages } from "#web/files/withFileMessages.ts";

/** Loads the code that shows the files on this device, which can't be loaded without a connection. */
export function usePreloadedPreviews(files: readonly KeptFile[]): void {
  useEffect(() => {
    // What fails is tried again when the files change.
    void preloadPreviews(files).catch(() => undefined);
  }, [files]);
}

async function preloadPreviews(files: readonly KeptFile[]): Promise<void> {
  const kinds = new Set(files.map(({ row }) => previewOf(row.mediaType ?? "")));
  if (kinds.size === 0) return;
  await withFileMessages(import("#demos/files/web/FileDetails.tsx").then((module) => module.FileDetails));
  if (kinds.has("picture") || kinds.has("pdf")) await import("#web/files/DocumentSheets.tsx");
  if (kinds.has("pdf")) await Promise.all([import("#web/files/PdfSheets.tsx"), preloadPdfOnce()]);
}

let isPdfLoaded = false;
async function preloadPdfOnce(): Promise<void> {
  if (isPdfLoaded) return;
  await (await import("#web/files/usePdf.ts")).preloadPdf();
  isPdfLoaded = true;
}
