import { addMs, dayMs, hourMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { newItem } from "#demos/files/api/service/documents.ts";
import { documentFiles } from "#demos/files/api/service/visibility.ts";
import { documentsTable } from "#demos/files/api/tables.ts";
import type { DocumentRow } from "#demos/files/contract.ts";
import { wireTypeOf } from "#demos/files/rules.ts";
import { attachFiles } from "#features/platform/files/api/service/attachments.ts";
import { keepFile } from "#features/platform/files/api/service/uploads.ts";

const folders = ["Certificates", "Retailer contracts", "Brand artwork", "Reports", "Templates", "Policies", "Inbox"];

type Kind = "certificate" | "contract" | "artwork" | "report" | "policy";
type Sample = readonly [folder: number, name: string, kind: Kind, expiresInDays?: number];

// biome-ignore format: a table
/** 24 documents and 12 spreadsheets (demo-apps B8): 6 Arabic names, 2 expired and 3 that expire within 30 days. */
const samples: readonly Sample[] = [
  [0, "Bustan Nour halal certificate.pdf", "certificate", 21], [0, "Seri Rembulan halal certificate.pdf", "certificate", -12],
  [0, "Zaytouna premises certificate.pdf", "certificate", 9], [0, "شهادة حلال – مخبز كامبونغ.pdf", "certificate", 140],
  [0, "Audit findings, March.pdf", "certificate"], [0, "Certificates by certifier.csv", "report"],
  [1, "Baqala Al Noor contract.pdf", "contract", 300], [1, "عقد متجر السوق الجديد.pdf", "contract", -3],
  [1, "Kedai Sejahtera contract.pdf", "contract", 28], [1, "Terms for online retailers.txt", "contract"],
  [1, "Retailer payouts, 2026.csv", "report"], [1, "Contacts of retailers.csv", "report"],
  [2, "Date box, front.webp", "artwork"], [2, "Date box, back.webp", "artwork"], [2, "Tea tin.webp", "artwork"],
  [2, "شعار العلامة.webp", "artwork"], [2, "Artwork list.csv", "report"],
  [3, "Cashback, third quarter.csv", "report"], [3, "Redemptions by country.csv", "report"], [3, "تقرير رمضان.csv", "report"],
  [3, "Stock of the rewards shop.csv", "report"], [3, "Board report, November.pdf", "report"], [3, "Notes to the figures.txt", "report"],
  [4, "Retailer contract.pdf", "contract"], [4, "Certificate request.txt", "certificate"], [4, "Price list.csv", "report"],
  [4, "نموذج طلب شهادة.txt", "certificate"],
  [5, "Privacy policy.pdf", "policy", 365], [5, "Data retention.txt", "policy"], [5, "سياسة الحلال.pdf", "policy"],
  [5, "Travel policy.pdf", "policy"], [5, "Approval limits.csv", "policy"],
  [6, "Scan of an invoice.pdf", "report"], [6, "Import of products.csv", "report"], [6, "Import of retailers.csv", "report"],
  [6, "To be sorted.txt", "report"],
];
const offline = new Set([0, 6, 12, 17, 27, 29]);

/** Seven folders and 36 files. Files of one kind share the bytes of one small file, as copies do. */
export async function seedDocuments(ctx: Ctx): Promise<void> {
  const now = addMs(ctx.now, -90 * dayMs);
  const at = { ...ctx, now };
  const folderIds = folders.map((_, place) => sampleId(now, place + 34_001));
  const fileIds = samples.map((_, place) => sampleId(now, place + 34_101));
  const bytesByKind = await bytesOf(ctx);
  const kept = new Map<string, { readonly fileId: string; readonly mediaType: string; readonly byteCount: number }>();
  for (const [place, [, name]] of samples.entries()) {
    const extension = name.slice(name.lastIndexOf("."));
    if (kept.has(extension)) continue;
    const id = fileIds[place]!;
    const { mediaType, byteCount } = await keepFile(at, documentFiles, { id, name, bytes: bytesByKind[extension]! });
    await attachFiles(at, documentFiles, { recordId: id, fileIds: [id] });
    kept.set(extension, { fileId: id, mediaType, byteCount });
  }
  const shownFolders = folders.map((name, place) => ({
    ...newItem(at, { id: folderIds[place]!, parentId: null, type: "folder", name }, null),
    wireId: `${place + 1}`,
  }));
  await ctx.db.insert(documentsTable).values(shownFolders);
  const shown = samples.map(([folder, name, kind, days], place) => {
    const { fileId, mediaType, byteCount } = kept.get(name.slice(name.lastIndexOf(".")))!;
    const changedAt = addMs(ctx.now, -(36 - place) * 2 * dayMs + place * hourMs);
    const known = {
      fileId,
      byteCount,
      type: wireTypeOf(mediaType),
      documentType: kind satisfies DocumentRow["documentType"],
      expiresOn: days === undefined ? null : addMs(ctx.now, days * dayMs).slice(0, 10),
      isOffline: offline.has(place),
      updatedAt: changedAt,
      openedAt: place % 2 === 0 ? addMs(changedAt, hourMs) : null,
      versions: [{ no: 1, fileId, byteCount, mediaType, at: changedAt, by: null }],
    };
    const item = newItem(at, { id: fileIds[place]!, parentId: folderIds[folder]!, name, ...known }, null);
    return { ...item, wireId: `${folders.length + place + 1}` };
  });
  await ctx.db.insert(documentsTable).values(shown);
}

async function bytesOf({ readSample }: Ctx): Promise<Readonly<Record<string, Uint8Array<ArrayBuffer>>>> {
  const encode = (text: string) => new TextEncoder().encode(text);
  return {
    ".pdf": encode(onePage("Sample document of Mizan")),
    ".csv": encode("month,orders,amount\nSeptember,182,4210.50\nOctober,204,4980.00\nNovember,231,5377.25\n"),
    ".txt": encode("Sample text of Mizan.\n\nنص تجريبي.\n"),
    ".webp": await readSample("features/catalogue/products/api/samples/bustan-dates.webp"),
  };
}

/** A PDF of one page with a line of Latin text. */
function onePage(line: string): string {
  const content = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = "%PDF-1.7\n";
  const offsets = objects.map((body, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${offset} 00000 n \n`).join("");
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return text;
}
