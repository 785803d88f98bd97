import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { fileFaults, fileRefusals } from "#base/files.ts";
import { listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import {
  documentTypeNames,
  linkedResources,
  manyMax,
  partBytes,
  sentPartsMax,
  textBytesMax,
} from "#demos/files/rules.ts";
import { chosenIcon } from "#demos/icons/contract.ts";

/** Spec 001 §3, without further keys. `extention` is spelled as there. */
export const WireFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(["folder", "document", "spreadsheet"]),
  owner: z.string(),
  /** Display text; "" for folders. */
  size: z.string(),
  modified: z.string(),
  opened: z.string(),
  created: z.string(),
  extention: z.string(),
  /** The folders that contain it, from the top: `Files > Certificates`. */
  location: z.string(),
  offline: z.boolean(),
  preview: z.string(),
});
export type WireFile = z.output<typeof WireFile>;

const UserName = z.nullable(z.string());
export const DocumentRow = z.object({
  id: z.string(),
  parentId: z.nullable(z.string()),
  type: z.enum(["folder", "document", "spreadsheet"]),
  name: z.string(),
  /** Of a folder, if one is chosen. */
  icon: z.nullable(z.string()),
  fileId: z.nullable(z.string()),
  mediaType: z.nullable(z.string()),
  byteCount: z.int(),
  documentType: z.nullable(z.enum(documentTypeNames)),
  expiresOn: z.nullable(z.string()),
  linkedResource: z.nullable(z.enum(linkedResources)),
  linkedId: z.nullable(z.string()),
  isPrivate: z.boolean(),
  /** Whether the caller wants it on their devices. */
  isOffline: z.boolean(),
  owner: UserName,
  updatedAt: schemas.instant(),
  trashedAt: z.nullable(schemas.instant()),
  version: z.int(),
});
export type DocumentRow = z.output<typeof DocumentRow>;

export const DocumentVersion = z.object({
  no: z.int(),
  fileId: z.string(),
  byteCount: z.int(),
  mediaType: z.string(),
  at: schemas.instant(),
  by: UserName,
});
export type DocumentVersion = z.output<typeof DocumentVersion>;

export const DocumentDetails = z.object({
  ...DocumentRow.shape,
  createdAt: schemas.instant(),
  openedAt: z.nullable(schemas.instant()),
  opens: z.int(),
  /** The last moment of its link for people without an account. */
  linkExpiresAt: z.nullable(schemas.instant()),
  /** How often the link was used, and when last. Nobody signs in for it, so it is not known by whom. */
  linkOpens: z.int(),
  linkOpenedAt: z.nullable(schemas.instant()),
  canEdit: z.boolean(),
  versions: z.array(DocumentVersion),
});
export type DocumentDetails = z.output<typeof DocumentDetails>;

const Folder = z.object({
  id: z.string(),
  parentId: z.nullable(z.string()),
  name: z.string(),
  icon: z.nullable(z.string()),
});
export type Folder = z.output<typeof Folder>;

export const Upload = z.object({
  id: z.string(),
  parentId: z.nullable(z.string()),
  name: z.string(),
  byteCount: z.int(),
  /** How many bytes are stored: the offset of the next part. */
  received: z.int(),
});
export type Upload = z.output<typeof Upload>;

export const documentRefusals = refusals({
  name_taken: { status: 409, message: "This folder already has an item named “{name}”." },
  folder_unknown: { status: 409, message: "This folder no longer exists." },
  folder_in_itself: { status: 409, message: "A folder can’t be moved or copied into itself." },
  too_many_items: { status: 409, message: "Choose at most {limit} items, with what their folders contain." },
  document_id_taken: { status: 409, message: "An item with this ID already exists." },
  upload_unknown: { status: 404, message: "This upload has ended. Choose the file again." },
  /** `received`: where to continue. */
  part_misplaced: { status: 409, message: "Continue this upload at byte {received}." },
  part_size: {
    status: 422,
    message: "Send whole parts of {partBytes} bytes, {partsMax} at most. Only the last may be shorter.",
  },
  upload_incomplete: { status: 409, message: "Parts of this file are missing. Continue at byte {received}." },
  document_too_large: {
    status: 422,
    message: "Only CSV and text files may have more than {maximumMb} MB, up to {textMaximumMb} MB.",
  },
  upload_changed: { status: 409, message: "The file changed while it was uploaded. Upload it again from the start." },
  nothing_to_link: { status: 409, message: "Only files can have a link." },
  link_ended: { status: 404, message: "This link has expired or was removed." },
});
const { name_taken, folder_unknown, folder_in_itself, too_many_items, document_id_taken } = documentRefusals;
const { upload_unknown, part_misplaced, part_size, upload_incomplete, upload_changed, document_too_large } =
  documentRefusals;
const { not_found, permission_denied } = commonRefusals;

const session = { permission: "session" } as const;
const name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\u0000-\u001f\u007f/\\]+$/u, { error: "file_name" }));
const ids = z.array(schemas.id()).check(z.minLength(1), z.maxLength(manyMax));
const parentId = z.nullable(schemas.id());
const nothing = { output: z.void(), reply: "empty" } as const;
const ChangeResult = z.object({ changed: z.array(z.string()), missing: z.array(z.string()) });

/** The call of spec 001 §7. */
export const fileManager = {
  files: operation({
    ...session,
    method: "GET",
    path: "/api/file-manager-app/files",
    summary: "List folders and files as one flat list (spec 001)",
    input: z.object({}),
    reads: [{ resource: "documents" }],
    output: z.array(WireFile),
  }),
};

export const documentViews = ["folder", "all", "recent", "expiring", "offline", "trash"] as const;

const items = "/api/file-manager-app/x/items" as const;
const uploads = "/api/file-manager-app/x/uploads" as const;
const many = { ...session, method: "POST", output: ChangeResult } as const;

export const documents = {
  list: operation({
    ...session,
    method: "GET",
    path: items,
    summary: "List the items of a folder, of the recycle bin or of another view, a page at a time",
    input: listInput(["name", "updatedAt", "byteCount"], {
      view: z._default(z.enum(documentViews), "folder"),
      folder: z.optional(schemas.id()),
    }),
    reads: [{ resource: "documents" }],
    output: page(DocumentRow),
  }),
  folders: operation({
    ...session,
    method: "GET",
    path: "/api/file-manager-app/x/folders",
    summary: "List all folders, as the tree",
    input: z.strictObject({}),
    reads: [{ resource: "documents" }],
    output: z.object({ folders: z.array(Folder) }),
  }),
  get: operation({
    ...session,
    method: "GET",
    path: `${items}/{id}`,
    summary: "Get an item with its versions",
    input: z.strictObject({ id: schemas.id() }),
    reads: [{ resource: "documents", id: "id" }],
    output: DocumentDetails,
    refusals: [not_found],
  }),
  createFolder: operation({
    ...session,
    method: "POST",
    path: "/api/file-manager-app/x/folders",
    summary: "Create a folder (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: schemas.id(), parentId, name, icon: z.optional(z.nullable(chosenIcon)) }),
    output: DocumentDetails,
    refusals: [name_taken, folder_unknown, document_id_taken, permission_denied],
  }),
  update: operation({
    ...session,
    method: "PATCH",
    path: `${items}/{id}`,
    summary: "Rename an item, or change what is known of it. What a folder’s rights follow, its content’s follow too",
    versioned: "ifSent",
    input: z.strictObject({
      id: schemas.id(),
      version: z.optional(schemas.version()),
      name: z.optional(name),
      /** Of a folder alone: the name of an icon of the catalogue. */
      icon: z.optional(z.nullable(chosenIcon)),
      documentType: z.optional(z.nullable(z.enum(documentTypeNames))),
      expiresOn: z.optional(z.nullable(schemas.date())),
      link: z.optional(z.nullable(z.strictObject({ resource: z.enum(linkedResources), id: schemas.id() }))),
      isPrivate: z.optional(z.boolean()),
    }),
    output: DocumentDetails,
    refusals: [not_found, name_taken, permission_denied, commonRefusals.version_conflict],
  }),
  opened: operation({
    ...session,
    ...nothing,
    method: "POST",
    path: `${items}/{id}/opened`,
    summary: "Note that a file was opened",
    input: z.strictObject({ id: schemas.id() }),
    refusals: [not_found],
  }),
  setOffline: operation({
    ...session,
    ...nothing,
    method: "PUT",
    path: `${items}/{id}/offline`,
    summary: "Choose whether my devices keep a file for use without a connection",
    input: z.strictObject({ id: schemas.id(), isOffline: z.boolean() }),
    refusals: [not_found],
  }),
  move: operation({
    ...many,
    path: "/api/file-manager-app/x/move",
    summary: "Move items into a folder, all or none",
    input: z.strictObject({ ids, parentId }),
    refusals: [name_taken, folder_unknown, folder_in_itself, permission_denied],
  }),
  copy: operation({
    ...many,
    path: "/api/file-manager-app/x/copy",
    summary: "Copy items with what they contain (idempotent: the client supplies the IDs of the copies)",
    input: z.strictObject({
      copies: z
        .array(z.strictObject({ from: schemas.id(), to: schemas.id() }))
        .check(z.minLength(1), z.maxLength(manyMax)),
      parentId,
    }),
    refusals: [folder_unknown, folder_in_itself, too_many_items, permission_denied, document_id_taken],
  }),
  trash: operation({
    ...many,
    path: "/api/file-manager-app/x/trash",
    summary: "Move items to the recycle bin, with what they contain",
    input: z.strictObject({ ids }),
    refusals: [permission_denied],
  }),
  restore: operation({
    ...many,
    path: "/api/file-manager-app/x/restore",
    summary: "Bring items back from the recycle bin",
    input: z.strictObject({ ids }),
    refusals: [permission_denied],
  }),
  remove: operation({
    ...many,
    path: "/api/file-manager-app/x/remove",
    summary: "Permanently delete items in the recycle bin",
    input: z.strictObject({ ids }),
    isDangerous: true,
    refusals: [permission_denied],
  }),
  restoreVersion: operation({
    ...session,
    method: "POST",
    path: `${items}/{id}/versions`,
    summary: "Make an earlier version the current one; all versions stay",
    input: z.strictObject({ id: schemas.id(), no: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    output: DocumentDetails,
    refusals: [not_found, permission_denied],
  }),
  share: operation({
    ...session,
    method: "POST",
    path: `${items}/{id}/link`,
    summary:
      "Create a link that opens a file without signing in, for so many days; 0 ends it. The secret is shown once",
    input: z.strictObject({ id: schemas.id(), days: z.int().check(z.minimum(0), z.maximum(90)) }),
    output: z.object({ secret: z.nullable(z.string()), expiresAt: z.nullable(schemas.instant()) }),
    refusals: [not_found, permission_denied, documentRefusals.nothing_to_link],
  }),
  shared: operation({
    method: "GET",
    path: "/api/file-manager-app/x/shared/{id}",
    permission: "public",
    summary: "Download the file of a link",
    input: z.strictObject({ id: schemas.id(), secret: z._default(z.string().check(z.maxLength(100)), "") }),
    output: z.instanceof(Uint8Array),
    reply: "file",
    refusals: [documentRefusals.link_ended],
  }),
};

/** The most that the column of a size holds. What a file may have depends on its type. */
const byteCountMax = 2_147_483_647;

/** Parts may be sent again, also after the server or the browser was restarted: `start` says where to continue. */
export const documentUploads = {
  list: operation({
    ...session,
    method: "GET",
    path: uploads,
    summary: "List my uploads that broke off",
    input: z.strictObject({}),
    reads: [{ resource: "documents" }],
    output: z.object({ uploads: z.array(Upload) }),
  }),
  start: operation({
    ...session,
    method: "POST",
    path: uploads,
    summary: "Start an upload, or continue mine of the same file: answers how much is stored",
    input: z.strictObject({
      id: schemas.id(),
      parentId,
      name,
      size: z.int().check(z.minimum(1), z.maximum(byteCountMax)),
      /** When the file was last changed on the device. */
      modifiedAt: schemas.instant(),
    }),
    output: Upload,
    refusals: [folder_unknown, permission_denied, document_id_taken, document_too_large],
  }),
  putPart: operation({
    ...session,
    method: "PUT",
    path: `${uploads}/{id}`,
    summary: "Send the parts from an offset on. Parts that are already stored change nothing",
    body: "bytes",
    bodyBytesMax: sentPartsMax * partBytes,
    input: z.strictObject({
      id: schemas.id(),
      offset: z.int().check(z.minimum(0), z.maximum(textBytesMax)),
      bytes: z.instanceof(Uint8Array<ArrayBuffer>),
    }),
    output: Upload,
    refusals: [
      upload_unknown,
      part_misplaced,
      part_size,
      upload_changed,
      document_too_large,
      fileRefusals.text_unreadable,
    ],
  }),
  finish: operation({
    ...session,
    method: "POST",
    path: `${uploads}/{id}/finish`,
    summary: "Check all parts and store the file; a file with this name gets a new version",
    timeoutMs: 15_000,
    /**
     * Of the whole file; for more than 20 MB the SHA-256 of the SHA-256 of its parts (`joinDigests`). Pages without TLS
     * can't compute it.
     */
    input: z.strictObject({ id: schemas.id(), sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))) }),
    output: DocumentDetails,
    refusals: [
      upload_unknown,
      upload_incomplete,
      upload_changed,
      name_taken,
      folder_unknown,
      permission_denied,
      ...fileFaults,
    ],
  }),
  cancel: operation({
    ...session,
    ...nothing,
    method: "DELETE",
    path: `${uploads}/{id}`,
    summary: "Discard an unfinished upload",
    input: z.strictObject({ id: schemas.id() }),
  }),
};

export const documentsMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  link: "/apps/todo",
  entries: [{ id: 933, title: "Files", link: "/apps/files", needs: fileManager.files }],
};
