import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { tableFormats } from "#base/tableFormats.ts";

// What screens and services of every area share about pictures and documents. The files feature itself is in
// features/platform/files.

/** The types that may be uploaded. The bytes determine the type; names and headers are ignored (reliability R22). */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export const spreadsheetType = tableFormats.xlsx;
/** Stored as they were sent, and only ever downloaded or shown as text (docs/decisions/0097). */
export const plainTypes = ["text/csv", "text/plain", spreadsheetType] as const;
/** Pictures, and scans of documents. */
export const scanTypes = [...pictureTypes, "application/pdf"] as const;
export const mediaTypes = [...scanTypes, ...plainTypes] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The longer side in pixels, at most. */
export const pictureEdges = { large: 1600, medium: 400, small: 96 } as const;
/** A picture of a document must stay legible: 300 dots per inch for an A4 sheet. */
export const scanEdges = { large: 3508, medium: 1200, small: 96 } as const;
export const pictureSizes = ["large", "medium", "small"] as const;
export type PictureSize = (typeof pictureSizes)[number];

export const fileLimits = {
  /** The largest file of any purpose: 20 MB (domain 1.7). */
  bytesMax: 20_971_520,
  /** 40 megapixels (reliability R22). */
  pixelsMax: 40_000_000,
  /** The limit for each side, however short the other: decoders and encoders support no more. */
  edgeMax: 16_383,
  nameMax: 255,
  /** The most files of one purpose per record. */
  perRecordMax: 100,
} as const;

/** The purpose of a file, as both sides need it: declared in the contract of the area whose records show such files. */
export type FileRule = {
  /** Unique in the app: `productImage`. */
  readonly purpose: string;
  readonly accepts: readonly MediaType[];
  /** The size of the uploaded bytes. */
  readonly bytesMax: number;
};

/** A file as screens show it. Records store its `id`; `readFile` answers the bytes. */
export const StoredFile = z.object({
  id: z.string(),
  purpose: z.string(),
  /** The name given by the uploader. */
  name: z.string(),
  kind: z.enum(["image", "document"]),
  /** The type of the uploaded bytes. */
  mediaType: z.enum(mediaTypes),
  byteCount: z.int(),
  sha256: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** A tiny picture as a `data:` URL. */
  placeholder: z.nullable(z.string()),
  pageCount: z.nullable(z.int()),
  createdAt: fields.instant(),
});
export type StoredFile = z.output<typeof StoredFile>;

export const fileRefusals = refusals({
  file_exists: { status: 409, message: "A different file was already uploaded with this ID." },
  uploads_busy: {
    status: 503,
    message: "The server is busy with other uploads. Try again in {retryAfterSeconds} seconds.",
  },
  upload_under_way: {
    status: 503,
    message:
      "The server is still working on this file. Send it again in {retryAfterSeconds} seconds to get the result.",
  },
  file_empty: { status: 422, message: "This file is empty." },
  file_too_large: { status: 422, message: "The file must be smaller than {maximumMb} MB." },
  file_type_unknown: { status: 422, message: "File type not supported. Use: {allowed}." },
  picture_damaged: { status: 422, message: "This image is damaged or incomplete. Save it again and retry." },
  picture_too_large: {
    status: 422,
    message:
      "The image must be at most {maximumMegapixels} megapixels and {maximumEdge} pixels on each side. Resize it and try again.",
  },
  document_damaged: { status: 422, message: "This PDF is damaged or incomplete. Save it again and retry." },
  document_active: {
    status: 422,
    message: "This PDF contains scripts or hidden content ({found}). Print it to a new PDF and upload that.",
  },
  document_locked: {
    status: 422,
    message: "This PDF is encrypted and can’t be scanned. Save it without a password.",
  },
  document_obscure: {
    status: 422,
    message: "Parts of this PDF can’t be scanned. Print it to a new PDF and upload that.",
  },
  text_unreadable: {
    status: 422,
    message: "This file isn’t plain text in UTF-8. Save it as “CSV UTF-8” or as text and try again.",
  },
  spreadsheet_damaged: { status: 422, message: "This spreadsheet is damaged or encrypted. Save it again and retry." },
  spreadsheet_active: {
    status: 422,
    message: "This spreadsheet contains macros or links to other files ({found}). Save it without them and retry.",
  },
  /** A record refers to a file that does not exist, has another purpose, or belongs to another record or user. */
  file_unknown: { status: 422, message: "A file is no longer available. Upload it again." },
});

/** Every problem that a file itself can have. */
export const fileFaults = [
  fileRefusals.file_empty,
  fileRefusals.file_too_large,
  fileRefusals.file_type_unknown,
  fileRefusals.picture_damaged,
  fileRefusals.picture_too_large,
  fileRefusals.document_damaged,
  fileRefusals.document_active,
  fileRefusals.document_locked,
  fileRefusals.document_obscure,
  fileRefusals.text_unreadable,
  fileRefusals.spreadsheet_damaged,
  fileRefusals.spreadsheet_active,
] as const;

const purpose = () => z.string().check(z.regex(/^[a-z][A-Za-z]{0,39}$/));

// Who may upload depends on the purpose (`FilePurpose`), so the service checks it.
export const uploadFile = operation({
  method: "POST",
  path: "/api/v1/files",
  permission: "session",
  summary: "Upload an image or a document as the body (idempotent: the client supplies the ID)",
  pace: "upload",
  body: "bytes",
  bodyBytesMax: fileLimits.bytesMax,
  input: z.strictObject({
    id: fields.id(),
    purpose: purpose(),
    name: fields.looseText({ min: 1, max: fileLimits.nameMax }),
    bytes: z.instanceof(Uint8Array<ArrayBuffer>),
  }),
  output: StoredFile,
  refusals: [
    commonRefusals.permission_denied,
    commonRefusals.not_found,
    fileRefusals.file_exists,
    fileRefusals.uploads_busy,
    fileRefusals.upload_under_way,
    ...fileFaults,
  ],
});

/** The bytes of a file. Pictures are re-encoded in three sizes, documents are unchanged. */
export const readFile = operation({
  method: "GET",
  path: "/api/v1/files/{id}",
  permission: "session",
  summary: "Download a file of a record that you can view",
  input: z.strictObject({ id: fields.id(), size: z._default(z.enum(pictureSizes), "large") }),
  output: z.instanceof(Uint8Array),
  reply: "file",
  refusals: [commonRefusals.not_found],
});

/** The description of a file, for a screen that has only its id. */
export const describeFile = operation({
  method: "GET",
  path: "/api/v1/files/{id}/description",
  permission: "session",
  summary: "Get the name, type and size of a file of a record that you can view",
  input: z.strictObject({ id: fields.id() }),
  output: StoredFile,
  refusals: [commonRefusals.not_found],
});
