import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#api/context.ts";
import { isCurrent } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { checkChain, hashOfSealNumber } from "#features/access/audit/api/service/verification.ts";
import type { ChainFault, Verification } from "#features/access/audit/contract.ts";
import type { Config } from "#hosts/node/config.ts";
import { openDatabase } from "#hosts/node/database.ts";
import { withPatientConnection } from "#hosts/node/databasePool.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { runningAddress } from "#hosts/node/postgresCluster.ts";

/** A seal that was recorded elsewhere, as `number:hash`, to be compared with the log. */
export type NotedSeal = { readonly number: number; readonly hash: string };

export type AuditCommand = {
  readonly config: Pick<Config, "databaseUrl" | "dataDir" | "engine">;
  readonly kept: NotedSeal | null;
  readonly print: (line: string) => void;
};

/**
 * Recomputes the hash chain of the audit log of the given database, or of the one in the data directory, whether its
 * host runs or not. Only reads.
 *
 * Answers 0 if the log is intact and 1 if not, after printing the first broken row. Throws with instructions if it
 * can't read the log.
 */
export async function verifyAuditLog({ config, kept, print }: AuditCommand): Promise<0 | 1> {
  return withDatabase(config, async (db) => {
    if (!(await isCurrent(db, migrations))) {
      throw new Error("the database is not of this version of Mizan. Start this version once, then verify again");
    }
    const entries = { count: 0 };
    let part = await checkChain({ db }, 0);
    entries.count = part.entries;
    while (part.next !== null) {
      print(`${entries.count} entries so far …`);
      part = await checkChain({ db }, part.next);
      entries.count += part.entries;
    }
    return report({ db, kept, print, entries: entries.count, end: part });
  });
}

async function report({
  db,
  kept,
  print,
  entries,
  end: { fault, head, unsealed },
}: Pick<AuditCommand, "kept" | "print"> & { db: Db; entries: number; end: Verification }): Promise<0 | 1> {
  if (fault !== null) {
    print(`The audit log is broken: ${sentences[fault.kind](fault.entryId ?? "", fault.seal)}`);
    return 1;
  }
  if (kept !== null && (await hashOfSealNumber({ db }, kept.number)) !== kept.hash) {
    print(
      `The audit log is broken: seal ${kept.number} is not the one that was kept. Its end was cut off or made anew.`,
    );
    return 1;
  }
  print(`The audit log is intact: ${entries} sealed entries, ${unsealed} too young to be sealed.`);
  if (head !== null) print(`Its last seal, to be kept elsewhere and given with --head: ${head.number}:${head.hash}`);
  return 0;
}

const sentences: Readonly<Record<ChainFault, (entryId: string, seal: number) => string>> = {
  entry_changed: (id, seal) => `entry ${id} is the first that is not as it was written (seal ${seal}).`,
  entry_removed: (id, seal) => `entry ${id} is the first that is missing (seal ${seal}).`,
  entry_added: (id, seal) => `entry ${id} is the first that was put in later; seal ${seal} does not know it.`,
  seal_changed: (_, seal) => `seal ${seal} is the first that is not as it was made. All entries before it are intact.`,
  seal_removed: (_, seal) => `seal ${seal} is the first that is missing. All entries before it are intact.`,
};

/** Connects to the given database, or to the one in the data directory, whether its host runs or not. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir, engine }: AuditCommand["config"],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) return withPatientConnection({ connectionString: databaseUrl }, work);
  if (!existsSync(join(dataDir, "engine"))) throw new Error(`there is no database in DATA_DIR ${dataDir}`);
  // The running host holds the directory; its server accepts one more connection.
  const running = runningAddress(dataDir);
  if (running !== null) return withPatientConnection({ ...running, ssl: false }, work);
  const directory = await openDataDirectory(dataDir, { onLost: () => process.exit(2) });
  try {
    const database = await openDatabase({ directory, engine, log: silent });
    try {
      return await database.patiently(work);
    } finally {
      await database.close();
    }
  } finally {
    await directory.release();
  }
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };
