import { getDocument, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import jbig2Url from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpegUrl from "pdfjs-dist/wasm/openjpeg.wasm?url";
// oxlint-disable-next-line import/default -- Vite returns the URL
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useState } from "react";

type OpenPdf = { readonly file: File; readonly pdf: PDFDocumentProxy | null; readonly error: unknown };

/** A PDF, open for drawing while this component is mounted. Its scripts, forms and links are disabled. */
export function usePdf(file: File): Omit<OpenPdf, "file"> {
  const [open, setOpen] = useState<OpenPdf | null>(null);
  useEffect(() => {
    let isOver = false;
    const port = startWorker();
    const worker = PDFWorker.create({ port });
    const loading = file
      .arrayBuffer()
      .then((data) => getDocument({ data, worker, isEvalSupported: false, enableXfa: false, WasmFactory }).promise);
    loading.then(
      (pdf) => isOver || setOpen({ file, pdf, error: null }),
      (error: unknown) => isOver || setOpen({ file, pdf: null, error }),
    );
    return () => {
      isOver = true;
      worker.destroy();
      port.terminate();
    };
  }, [file]);
  return open?.file === file ? open : { pdf: null, error: null };
}

/** Loads what PDFs need into the browser's cache, to show them later without a connection. */
export const preloadPdf = () => Promise.all([workerUrl, jbig2Url, openjpegUrl].map((url) => fetch(url)));

/** The page refuses plain text as a script URL (`require-trusted-types-for`) unless a policy approves it. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = (policies.pdf ??= trustedTypes?.createPolicy("mizan-pdf", { createScriptURL: (url) => url }));
  return new Worker((policy?.createScriptURL(workerUrl) ?? workerUrl) as string, { type: "module" });
}

type Policy = { readonly createScriptURL: (url: string) => unknown };
type TrustedTypes = {
  readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy;
};
const policies: { pdf?: Policy | undefined } = {};

/** Decoders for picture formats used by scanners, under the names that the library requests. */
const decoders: Readonly<Record<string, string>> = { "jbig2.wasm": jbig2Url, "openjpeg.wasm": openjpegUrl };

/** The library expects to construct the worker itself. */
function WasmFactory() {
  return {
    fetch: async ({ filename }: { readonly filename: string }) => {
      const url = decoders[filename];
      if (url === undefined) throw new Error(`no decoder is called ${filename}`);
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${filename} answered ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
