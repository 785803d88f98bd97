import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { PostgresBinaries } from "#hosts/node/postgresBinaries.ts";

/** The user for the PostgreSQL programs. They refuse to run as root, so root must switch to another user for them. */
export type PostgresUser = {
  /** The owner for PostgreSQL's files. `null` if that is the current user anyway. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  /** Program and arguments that run `program` as that user. */
  readonly command: (program: string, args: readonly string[]) => readonly [string, readonly string[]];
};

// The UID of user "nobody": exists as a number on every Linux and owns nothing.
const unprivileged = { uid: 65534, gid: 65534 };

const ourselves: PostgresUser = { owner: null, command: (program, args) => [program, args] };

/** Root as an ordinary user of its own namespace: the files stay root's, the programs see uid 1000. */
const userNamespace: PostgresUser = {
  owner: null,
  command: (program, args) => ["unshare", ["--user", "--map-user=1000", "--", program, ...args]],
};

/**
 * Not root: the current user. Root: the owner of an existing `cluster`; for a new one uid 65534 if it can enter every
 * folder it needs, else a user namespace. Throws if neither works, as in a container that forbids namespaces.
 */
export function choosePostgresUser(
  binaries: PostgresBinaries,
  { cluster, folders }: { cluster: string; folders: readonly string[] },
): PostgresUser {
  if (process.getuid?.() !== 0) return ourselves;
  const made = statSync(cluster, { throwIfNoEntry: false });
  const wanted = made === undefined ? unprivileged : { uid: made.uid, gid: made.gid };
  if (wanted.uid !== 0 && canRun(binaries, wanted) && folders.every((folder) => canEnter(folder, wanted))) {
    return { owner: wanted, command: ourselves.command };
  }
  const mayUseNamespace = made === undefined || made.uid === 0;
  if (mayUseNamespace && canUseNamespace(binaries)) return userNamespace;
  throw new Error(
    `PostgreSQL does not run as root, and uid ${wanted.uid} cannot enter ${binaries.postgres} or ${folders.join(" or ")}. ` +
      "Start Mizan as an ordinary user, or move the checkout and DATA_DIR to where others may enter (chmod o+x on the " +
      "folders above them), or set DATABASE_URL, or set DATABASE=pglite.",
  );
}

/** Whether `user` may run them: not if the checkout is in a folder that only root may enter. */
export function canRun(binaries: PostgresBinaries, user: { uid: number; gid: number } = unprivileged): boolean {
  return spawnSync(binaries.postgres, ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Whether root may switch to another user here. A container may forbid it. */
export function canUseNamespace(binaries: PostgresBinaries): boolean {
  const [program, args] = userNamespace.command(binaries.postgres, ["--version"]);
  return spawnSync(program, args, { cwd: "/", stdio: "ignore" }).status === 0;
}

/** Whether `user` may enter `folder` and all its parents. */
function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bits = [uid === user.uid && 0o100, gid === user.gid && 0o010, 0o001];
  // Only the first class that matches the user counts.
  if ((mode & Number(bits.find((bit) => bit !== false))) === 0) return false;
  return folder === dirname(folder) || canEnter(dirname(folder), user);
}
