import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { PostgresBinaries } from "#hosts/node/postgresBinaries.ts";

/** As whom the PostgreSQL programs run. They refuse to run as root, so root must become somebody else for them. */
export type PostgresUser = {
  /** The owner to give to what is made for PostgreSQL. `null` where it is ours anyway. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  /** Program and arguments that run `program` as that user. */
  readonly command: (program: string, args: readonly string[]) => readonly [string, readonly string[]];
};

// "nobody" in all but name: exists as a number on every Linux and owns nothing.
const unprivileged = { uid: 65534, gid: 65534 };

const ourselves: PostgresUser = { owner: null, command: (program, args) => [program, args] };

/** Root as an ordinary user of a namespace of its own: the files stay root's, the programs see uid 1000. */
const userNamespace: PostgresUser = {
  owner: null,
  command: (program, args) => ["unshare", ["--user", "--map-user=1000", "--", program, ...args]],
};

/**
 * Not root: ourselves. Root: the owner of a `cluster` that is there already; for a new one uid 65534 where it can enter
 * every folder it needs, else a user namespace. Throws where neither works, as in a container that forbids namespaces.
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

function canRun(binaries: PostgresBinaries, user: { uid: number; gid: number }): boolean {
  return spawnSync(binaries.postgres, ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Whether root may become somebody else here. A container may forbid it. */
export function canUseNamespace(binaries: PostgresBinaries): boolean {
  const [program, args] = userNamespace.command(binaries.postgres, ["--version"]);
  return spawnSync(program, args, { cwd: "/", stdio: "ignore" }).status === 0;
}

/** Whether `user` may pass through `folder` and all above it. */
function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bits = [uid === user.uid && 0o100, gid === user.gid && 0o010, 0o001];
  // The first class that a user is of counts alone.
  if ((mode & Number(bits.find((bit) => bit !== false))) === 0) return false;
  return folder === dirname(folder) || canEnter(dirname(folder), user);
}
