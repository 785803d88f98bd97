import { getDocument, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import jbig2Url from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpegUrl from "pdfjs-dist/wasm/openjpeg.wasm?url";
// oxlint-disable-next-line import/default -- what Vite answers is its address
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useState } from "react";

type OpenPdf = { readonly file: File; readonly pdf: PDFDocumentProxy | null; readonly error: unknown };

/** A PDF, opened for drawing as long as this component shows it. Nothing in it runs: no scripts, no forms, no links. */
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

/** The page takes no text for the address of a script (`require-trusted-types-for`), unless somebody vouches for it. */
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

/** Decoders for pictures as scanners pack them, by the names that the library asks for them. */
const decoders: Readonly<Record<string, string>> = { "jbig2.wasm": jbig2Url, "openjpeg.wasm": openjpegUrl };

/** The library wants to make one of these itself. */
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
