import { hourMs } from "#base/time.ts";
import type { FilePurpose } from "#api/files.ts";
import { type Feature, serve } from "#api/serve.ts";
import { fileRecords } from "#features/platform/files/api/service/personalRecords.ts";
import { noteReading } from "#features/platform/files/api/service/readings.ts";
import { answerFile, findFile, toStoredFile } from "#features/platform/files/api/service/records.ts";
import { removalJob, removeParts, removeLooseFiles } from "#features/platform/files/api/service/cleanupJob.ts";
import { receiveFile } from "#features/platform/files/api/service/uploads.ts";
import { files } from "#features/platform/files/contract.ts";

/** Stores pictures and documents for the areas that declare a purpose. Two purposes with one name stop the start. */
export const filesFeature = (purposes: readonly FilePurpose[]): Feature => {
  const names = purposes.map(({ rule }) => rule.purpose);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two areas bring files of the purpose ${twice}`);
  return {
    routes: serve(files, {
      upload: (ctx, input) => receiveFile(ctx, purposes, input),
      read: async (ctx, { id, size }) => {
        const record = await findFile(ctx, purposes, id);
        await noteReading(ctx, purposes, record);
        return answerFile(ctx, record, { size });
      },
      describe: async (ctx, { id }) => toStoredFile(await findFile(ctx, purposes, id)),
    }),
    personal: [fileRecords],
    jobs: [
      { kind: "files.sweep", lane: "recurring", run: removeLooseFiles, everyMs: hourMs },
      { kind: removalJob, lane: "recurring", run: removeParts },
    ],
  };
};
