import { hostname } from "node:os";
import type { Db } from "#api/context.ts";
import { readFileStore, releaseFileStore, renewFileStore, writeFileStore } from "#api/fileStoreFact.ts";
import type { Log } from "#api/ports.ts";
import { minuteMs } from "#base/time.ts";

/** Where the files of a database are stored. `id` is the same for all processes that share them. */
export type FileStore = { readonly id: string; readonly place: string };

export type FileStoreClaim = { readonly release: () => Promise<void> };

/** After this long without renewal, the process that used the store is gone. */
const freshMs = 3 * minuteMs;

export const directoryStore = (id: string, path: string): FileStore => ({ id, place: `${hostname()}:${path}` });

/**
 * Ensures that all processes on a database store their files in one place. Otherwise a picture could be uploaded to one
 * process and be missing in the other. The place in use is stored in the database, and renewed each minute while a
 * process runs.
 *
 * Throws with instructions if another place is in use. A place that is no longer in use is replaced, with a warning to
 * copy its files. Call it where no other process starts.
 */
export async function claimFileStore(db: Db, { id, place }: FileStore, log: Log): Promise<FileStoreClaim> {
  const known = await readFileStore(db, freshMs);
  const isOther = known !== undefined && idOf(known.value) !== id;
  if (isOther && known.isInUse)
    throw new Error(
      `another process keeps the files of this database in ${placeOf(known.value)}, and this one would keep them in ${place}: ` +
        "what one stores the other could not show. Give all of them one bucket with the settings that begin with S3_, or " +
        `stop the other process and start again after ${freshMs / minuteMs} minutes with its files copied to DATA_DIR.`,
    );
  if (isOther)
    log.warn("files of this database were kept elsewhere: copy them, or they cannot be shown", {
      before: placeOf(known.value),
      now: place,
    });
  const value = `${id} ${place}`;
  await writeFileStore(db, value);
  const renewAgain = async () => {
    try {
      if (!(await renewFileStore(db, id)))
        log.error("another process keeps the files of this database elsewhere", { place });
    } catch (error) {
      log.warn("use of the file store not noted", { error: String(error) });
    }
  };
  const timer = setInterval(() => void renewAgain(), minuteMs);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      await releaseFileStore(db, value).catch((error: unknown) =>
        log.warn("end of use of the file store not noted", { error: String(error) }),
      );
    },
  };
}

const idOf = (value: string) => value.slice(0, value.indexOf(" "));
const placeOf = (value: string) => value.slice(value.indexOf(" ") + 1);
