import {
  fileLimits,
  fileRefusals,
  type FileRule,
  type MediaType,
  pictureEdges,
  pictureSizes,
  scanEdges,
  spreadsheetType,
} from "#base/files.ts";
import type { Ctx } from "#api/context.ts";
import { examinePdf, isPdf } from "#features/platform/files/api/service/documents.ts";
import {
  isZip,
  type PlainType,
  requireSpreadsheet,
  requireText,
  textTypeOf,
} from "#features/platform/files/api/service/plainDocuments.ts";
import { pictureTypeOf, readPictureHeader } from "#features/platform/files/api/service/pictureHeaders.ts";
import { documentPart, type FilePart } from "#features/platform/files/api/service/records.ts";
import type { FileRecord } from "#features/platform/files/api/tables.ts";

/** The type of a file, and what is stored of it, by the name of each part. */
export type FileProperties = Pick<
  FileRecord,
  "mediaType" | "kind" | "keptType" | "width" | "height" | "placeholder" | "pageCount"
> & { readonly parts: ReadonlyMap<FilePart, Uint8Array<ArrayBuffer>> };

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Detects the type of a file from its bytes, and creates the parts to store. A name only distinguishes CSV from other text.
 *
 * Refuses with one of `fileFaults`. Ignores headers, which the sender may set to anything.
 */
export async function examine(ctx: Ctx, rule: FileRule, name: string, bytes: Bytes): Promise<FileProperties> {
  if (bytes.byteLength === 0) throw fileRefusals.file_empty();
  if (bytes.byteLength > rule.bytesMax)
    throw fileRefusals.file_too_large({ maximumMb: Math.floor(rule.bytesMax / 1_048_576) });
  // Only a purpose that takes text has files without a signature.
  const mediaType = binaryTypeOf(bytes) ?? (rule.accepts.includes("text/plain") ? textTypeOf(name) : null);
  if (mediaType === null || !rule.accepts.includes(mediaType))
    throw fileRefusals.file_type_unknown({ allowed: rule.accepts.map(shortName).join(", ") });
  if (mediaType === "application/pdf") return examineDocument(bytes);
  if (mediaType === spreadsheetType || mediaType.startsWith("text/"))
    return examinePlain(mediaType as PlainType, bytes);
  return examinePicture(ctx, rule, bytes);
}

/** The type that a file claims by its first bytes. Null for text. */
export const binaryTypeOf = (bytes: Bytes): MediaType | null =>
  pictureTypeOf(bytes) ?? (isPdf(bytes) ? "application/pdf" : isZip(bytes) ? spreadsheetType : null);

const shortName = (mediaType: string) =>
  mediaType === spreadsheetType ? "XLSX" : mediaType.slice(mediaType.indexOf("/") + 1).toUpperCase();

function examinePlain(mediaType: PlainType, bytes: Bytes): FileProperties {
  if (mediaType === spreadsheetType) requireSpreadsheet(bytes);
  else requireText(bytes);
  return { ...documentProperties, mediaType, keptType: mediaType, parts: new Map([[documentPart, bytes]]) };
}

export const documentProperties = {
  kind: "document",
  width: null,
  height: null,
  placeholder: null,
  pageCount: null,
} as const;

async function examineDocument(bytes: Bytes): Promise<FileProperties> {
  const { pageCount } = await examinePdf(bytes);
  const mediaType = "application/pdf";
  return { ...documentProperties, mediaType, keptType: mediaType, pageCount, parts: new Map([[documentPart, bytes]]) };
}

async function examinePicture(ctx: Ctx, { accepts }: FileRule, bytes: Bytes): Promise<FileProperties> {
  const header = readPictureHeader(bytes);
  if (header === null) throw fileRefusals.picture_damaged();
  const { mediaType, width, height } = header;
  // Before any decoding: a few bytes can claim billions of pixels.
  if (width * height > fileLimits.pixelsMax || Math.max(width, height) > fileLimits.edgeMax)
    throw fileRefusals.picture_too_large({
      maximumMegapixels: fileLimits.pixelsMax / 1_000_000,
      maximumEdge: fileLimits.edgeMax,
    });
  const edges = accepts.includes("application/pdf") ? scanEdges : pictureEdges;
  const remade = await ctx.pictures.remake({ bytes, mediaType, edges: pictureSizes.map((size) => edges[size]) });
  if (remade === null) throw fileRefusals.picture_damaged();
  return {
    mediaType,
    kind: "image",
    keptType: remade.mediaType,
    width: remade.width,
    height: remade.height,
    placeholder: remade.placeholder,
    pageCount: null,
    parts: new Map(pictureSizes.map((size, at) => [size, remade.sizes[at]!])),
  };
}
