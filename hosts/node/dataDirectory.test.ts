import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openDataDirectory, readEngine, recordEngine, requireEngine } from "#hosts/node/dataDirectory.ts";
import { makeFolder } from "#hosts/node/testing/killable.ts";

const root = makeFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const newPath = () => join(root, `directory-${made++}`);
const open = (path: string, onLost = () => {}) => openDataDirectory(path, { onLost });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("a data directory", () => {
  test("is created with its parents, and is readable by its owner only", async () => {
    const path = join(newPath(), "deeper");
    const directory = await open(path);
    directory.secret("cookie");
    expect(modeOf(path)).toBe("700");
    const modes = readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => modeOf(join(path, name)));
    expect(modes.filter((mode) => !mode.endsWith("00"))).toEqual([]);
    expect(modes.length).toBeGreaterThan(2);
    await directory.release();
  });

  test("is closed to others if it was open, such as a folder created by hand", async () => {
    const path = newPath();
    mkdirSync(path, { mode: 0o755 });
    await (await open(path)).release();
    expect(modeOf(path)).toBe("700");
  });

  test("is never a folder with other files", async () => {
    const path = newPath();
    mkdirSync(path, { mode: 0o755 });
    writeFileSync(join(path, "thesis.txt"), "");
    await expect(open(path)).rejects.toThrow(
      `DATA_DIR ${path} cannot be used: it holds files that are not Mizan's (thesis.txt)`,
    );
    expect(modeOf(path)).toBe("755");
  });

  test("stores a 256-bit secret by name, the same after a restart", async () => {
    const path = newPath();
    const first = await open(path);
    const secret = first.secret("cookie");
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(first.secret("reset")).not.toBe(secret);
    expect(modeOf(join(path, "secrets", "cookie"))).toBe("600");
    await first.release();
    const second = await open(path);
    expect(second.secret("cookie")).toBe(secret);
    await second.release();
  });

  test("refuses a truncated secret", async () => {
    const path = newPath();
    const directory = await open(path);
    directory.secret("cookie");
    writeFileSync(join(path, "secrets", "cookie"), "abc");
    expect(() => directory.secret("cookie")).toThrow("must hold 64 hex digits");
    await directory.release();
  });
});

describe("the engine of a data directory", () => {
  test("is unknown at first, and stays as recorded", async () => {
    const path = newPath();
    const first = await open(path);
    expect(readEngine(first)).toBeNull();
    recordEngine(first, "postgres");
    await first.release();
    const second = await open(path);
    expect(readEngine(second)).toBe("postgres");
    await second.release();
  });

  test.each([
    ["postgres", "pglite", "Start without DATABASE to use it"],
    ["pglite", "postgres", "Start with DATABASE=pglite to use it"],
  ] as const)("created with %s is not opened with %s, and the message says how to", async (engine, other, remedy) => {
    const directory = await open(newPath());
    requireEngine(directory, engine);
    recordEngine(directory, engine);
    requireEngine(directory, engine);
    expect(() => requireEngine(directory, other)).toThrow(remedy);
    await directory.release();
  });
});

describe("the lock of a data directory", () => {
  test("refuses a second process and names the first", async () => {
    const path = newPath();
    const directory = await open(path);
    await expect(open(path)).rejects.toThrow(
      `DATA_DIR ${path} is in use by another Mizan (process ${process.pid}). Stop that one, or give this one`,
    );
    await directory.release();
    await (await open(path)).release();
  });

  test("is given to one of twenty simultaneous processes", async () => {
    const path = newPath();
    const opened = await Promise.allSettled(Array.from({ length: 20 }, () => open(path)));
    const holders = opened.filter((each) => each.status === "fulfilled");
    expect(holders).toHaveLength(1);
    await Promise.all(holders.map((holder) => holder.value.release()));
    expect(existsSync(join(path, "lock"))).toBe(false);
  });

  test("is visible from another container while its holder is alive", async () => {
    const { lock, path } = await heldElsewhere();
    const heart = setInterval(() => utimesSync(lock, new Date(), new Date()), 200);
    await expect(open(path)).rejects.toThrow(`DATA_DIR ${path} is in use by another Mizan (process 7 on other)`);
    clearInterval(heart);
    expect(readFileSync(lock, "utf8")).toContain('"other"');
  });

  test("is taken over from another container whose heartbeat has stopped", async () => {
    const { lock, path } = await heldElsewhere();
    const directory = await open(path);
    expect(readFileSync(lock, "utf8")).toContain(`"pid":${process.pid}`);
    await directory.release();
  });

  test("notifies its holder when another process has taken it", async () => {
    const path = newPath();
    const onLost = vi.fn<() => void>();
    const directory = await open(path, onLost);
    rmSync(join(path, "lock"));
    writeFileSync(join(path, "lock"), otherHolder);
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 10_000 });
    expect(directory.lost.aborted).toBe(true);
    await directory.release();
    expect(readFileSync(join(path, "lock"), "utf8")).toBe(otherHolder);
  });
});

const otherHolder = JSON.stringify({ pid: 7, host: "other", machine: "other", token: "other" });

/** A directory with the lock file of a process that this kernel does not know. */
async function heldElsewhere() {
  const path = newPath();
  await (await open(path)).release();
  const lock = join(path, "lock");
  writeFileSync(lock, otherHolder);
  return { path, lock };
}
