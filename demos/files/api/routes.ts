import type { Input } from "#base/contract.ts";
import { hourMs } from "#base/time.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { recordLive, notifyingCaller } from "#api/live/record.ts";
import { type Feature, serve } from "#api/serve.ts";
import {
  createFolder,
  listDocuments,
  listFolders,
  listWireFiles,
  noteOpened,
  readDocument,
  updateDocument,
} from "#demos/files/api/service/documents.ts";
import { readShared, shareDocument } from "#demos/files/api/service/links.ts";
import {
  copyDocuments,
  moveDocuments,
  purgeTrash,
  removeDocuments,
  restoreDocuments,
  trashDocuments,
} from "#demos/files/api/service/moves.ts";
import { setOffline } from "#demos/files/api/service/offline.ts";
import { documentRecords } from "#demos/files/api/service/personalRecords.ts";
import { partsJob, removeParts, removeStaleUploads } from "#demos/files/api/service/parts.ts";
import * as uploads from "#demos/files/api/service/uploads.ts";
import { documentFiles } from "#demos/files/api/service/visibility.ts";
import { seedDocuments } from "#demos/files/api/seed.ts";
import { type DocumentDetails, documents, documentsMenu, documentUploads, fileManager } from "#demos/files/contract.ts";

const resource = "documents";
const notifying = <Sent, Answer>(change: (ctx: Ctx, input: Sent) => Promise<Answer>) =>
  notifyingCaller(resource, change);

/** The file is examined outside a transaction, so the caller’s other pages are notified after it. */
async function finishUpload(ctx: Ctx, input: Input<typeof documentUploads.finish>): Promise<DocumentDetails> {
  const details = await uploads.finishUpload(ctx, input);
  await recordLive(ctx, { resource, ids: null, audience: [actorOf(ctx).userId] });
  return details;
}

export const filesDemo: Feature = {
  routes: [
    ...serve(fileManager, { files: listWireFiles }),
    ...serve(documents, {
      list: listDocuments,
      folders: async (ctx) => ({ folders: await listFolders(ctx) }),
      get: readDocument,
      createFolder: notifying(createFolder),
      update: notifying(updateDocument),
      opened: notifying(noteOpened),
      setOffline: notifying(setOffline),
      move: notifying(moveDocuments),
      copy: notifying(copyDocuments),
      trash: notifying(trashDocuments),
      restore: notifying(restoreDocuments),
      remove: notifying(removeDocuments),
      restoreVersion: notifying(uploads.restoreVersion),
      share: notifying(shareDocument),
      shared: readShared,
    }),
    ...serve(documentUploads, {
      list: async (ctx) => ({ uploads: await uploads.listUploads(ctx) }),
      start: notifying(uploads.startUpload),
      putPart: uploads.putPart,
      finish: finishUpload,
      cancel: notifying(uploads.cancelUpload),
    }),
  ],
  menu: [documentsMenu],
  filePurposes: [documentFiles],
  personal: [documentRecords],
  jobs: [
    { kind: "documents.purge", lane: "recurring", run: purgeTrash, everyMs: hourMs },
    { kind: "documents.removeStale", lane: "recurring", run: removeStaleUploads, everyMs: hourMs },
    { kind: partsJob, lane: "recurring", run: removeParts },
  ],
  seed: seedDocuments,
};
