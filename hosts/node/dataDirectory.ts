import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { lockDirectory } from "#hosts/node/directoryLock.ts";
import { writeDurably } from "#hosts/node/durableFiles.ts";

/** The folder with all data of an installation. While it is open no other process can use it. */
export type DataDirectory = {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  /** 32 random bytes as 64 hex digits, created on first use and the same ever after. */
  readonly secret: (name: string) => string;
  /**
   * Aborted when another process has taken the directory, or this one releases it. Code that still writes here must
   * stop immediately.
   */
  readonly lost: AbortSignal;
  /** For exiting during a start, before there is anything to close in order. */
  readonly giveUp: () => void;
  readonly release: () => Promise<void>;
};

/** The database engine that created this directory. */
export type DatabaseEngine = "postgres" | "pglite";

/**
 * Opens the directory, or creates it: readable by its owner only, used by this process only.
 *
 * Throws if another process uses it, and if it contains files that are not ours, since they would become unreadable for
 * others. Calls `onLost` if the lock is taken from this process, which only happens if it was suspended for many
 * seconds; the caller then ends the process.
 */
export async function openDataDirectory(path: string, { onLost }: { onLost: () => void }): Promise<DataDirectory> {
  const made = makeDirectory(resolve(path));
  const lost = new AbortController();
  const release = await lockDirectory(made, {
    onLost: () => {
      lost.abort();
      onLost();
    },
  });
  return {
    path: made,
    secret: (name) => readSecret(join(made, "secrets"), name),
    lost: lost.signal,
    giveUp: () => lost.abort(),
    release,
  };
}

/** Throws unless the directory is new or was created with `engine`. An engine is never switched silently. */
export function requireEngine(directory: DataDirectory, engine: DatabaseEngine): void {
  const made = readEngine(directory);
  if (made === null || made === engine) return;
  const setting = { postgres: "without DATABASE", pglite: "with DATABASE=pglite" };
  throw new Error(
    `${directory.path} holds a database of the engine "${made}", and this start asks for "${engine}". ` +
      `Start ${setting[made]} to use it, or set DATA_DIR to a new directory to begin with an empty one.`,
  );
}

/** Records the engine of the directory's database for all later starts. */
export function recordEngine(directory: DataDirectory, engine: DatabaseEngine): void {
  if (readEngine(directory) === null) writeDurably(join(directory.path, "engine"), `${engine}\n`);
}

/** `null` for a directory that has no database yet, such as one used with DATABASE_URL only. */
export function readEngine(directory: DataDirectory): DatabaseEngine | null {
  const path = join(directory.path, "engine");
  if (!existsSync(path)) return null;
  const engine = readFileSync(path, "utf8").trim();
  if (engine === "postgres" || engine === "pglite") return engine;
  throw new Error(`${path} says "${engine}", which is no engine of this version of Mizan.`);
}

// ------------------------------------------------------------------------------------------------ the folder

const mark = "README.txt";
const markStart = "This folder belongs to Mizan";
const markText = `${markStart}: its database, its files and its secrets.
Keep it from others, and copy it only while Mizan is stopped.
`;
// What a new volume or an empty folder of a checkout may contain, and what an interrupted first start leaves.
const harmless = new Set(["lost+found", ".gitkeep", ".DS_Store", `${mark}.new`]);

function makeDirectory(wanted: string): string {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const path = realpathSync(wanted);
    const names = readdirSync(path);
    const isOurs = names.includes(mark) && readFileSync(join(path, mark), "utf8").startsWith(markStart);
    const foreign = names.filter((name) => !harmless.has(name));
    if (!isOurs && foreign.length > 0) {
      throw new Error(`it holds files that are not Mizan's (${foreign.slice(0, 3).join(", ")})`);
    }
    if ((statSync(path).mode & 0o777) !== 0o700) chmodSync(path, 0o700);
    if (!isOurs) writeDurably(join(path, mark), markText);
    return path;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`DATA_DIR ${wanted} cannot be used: ${reason}. Name an empty folder that this user owns.`, {
      cause,
    });
  }
}

function readSecret(folder: string, name: string): string {
  const path = join(folder, name);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeDurably(path, `${randomBytes(32).toString("hex")}\n`);
  }
  const secret = readFileSync(path, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${path} must hold 64 hex digits. Restore it from a copy.`);
  return secret;
}
