import { type Bytes, bytesOf, joined } from "#api/testing/pictureBytes.ts";

type PdfParts = {
  /** Further entries of the catalogue, such as `/OpenAction << … >>`. */
  readonly catalogue?: string;
  /** Further objects, numbered from 5. */
  readonly objects?: readonly (string | Uint8Array)[];
  readonly trailer?: string;
  readonly pages?: number;
};

/** A PDF with a line of text on each page, and the requested extras. */
export function pdf({ catalogue = "", objects = [], trailer = "", pages = 1 }: PdfParts = {}): Bytes {
  const firstPage = 5 + objects.length;
  const kids = Array.from({ length: pages }, (_, at) => `${firstPage + at * 2} 0 R`).join(" ");
  const content = (page: number) => `BT /F1 24 Tf 72 720 Td (Certificate, page ${page}) Tj ET`;
  const bodies: (string | Uint8Array)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Producer (Mizan tests) >>",
    ...objects,
    ...Array.from({ length: pages }, (_, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${firstPage + at * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content(at + 1).length} >>\nstream\n${content(at + 1)}\nendstream`,
    ]).flat(),
  ];
  let file = bytesOf("%PDF-1.7\n%\u00e2\u00e3\n");
  const offsets = bodies.map((body, at) => {
    const offset = file.byteLength;
    const bytes = typeof body === "string" ? bytesOf(body) : body;
    file = joined(file, bytesOf(`${at + 1} 0 obj\n`), bytes, bytesOf("\nendobj\n"));
    return offset;
  });
  const start = file.byteLength;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${lines}`;
  const end = `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return joined(file, bytesOf(table), bytesOf(end));
}

/** A stream with its dictionary, as the body of an object. */
export const stream = (dictionary: string, content: Uint8Array): Bytes =>
  joined(bytesOf(`<< ${dictionary} /Length ${content.byteLength} >>\nstream\n`), content, bytesOf("\nendstream"));
