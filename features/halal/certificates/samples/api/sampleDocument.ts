/** A page of PDF as a certificate of the samples would look: a frame, a heading and its lines. Latin letters only. */
export function sampleDocument(heading: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const content = [
    "0.06 0.48 0.36 RG 3 w 36 36 523 770 re S 0.8 w 46 46 503 750 re S",
    "BT /F2 26 Tf 0.06 0.3 0.24 rg 72 716 Td (Halal certificate) Tj ET",
    `BT /F1 13 Tf 0.2 0.2 0.2 rg 72 690 Td (${escaped(heading)}) Tj ET`,
    ...lines.map((line, at) => `BT /F1 11 Tf 0.15 0.15 0.15 rg 72 ${650 - at * 20} Td (${escaped(line)}) Tj ET`),
    "BT /F1 9 Tf 0.45 0.45 0.45 rg 72 64 Td (Specimen for demonstration. Not a real certificate.) Tj ET",
  ].join("\n");
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = file.length;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${end}`);
}

/** What the letters of the standard fonts can write; others as their plain letter, or not at all. */
const escaped = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll("ı", "i")
    .replaceAll(/[^\x20-\x7E]/g, "")
    .replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
