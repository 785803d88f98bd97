import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unpackArchive } from "#hosts/browser/fileArchive.ts";

const site = "dist/browser";
const manifest = JSON.parse(readFileSync("dist/browser.manifest.json", "utf8"));
const packed = readFileSync(`${site}/snapshot.data`);
const { files } = unpackArchive(Uint8Array.from(packed).buffer);

/**
 * `DB_SHUTDOWNED` of PostgreSQL's `pg_control.h`, and its position in the file: after two version numbers and an id.
 */
const shutDown = 1;
const stateAt = 16;

test("a first visit starts with a cleanly shut down database, so that nothing has to be recovered", () => {
  const control = files.find(({ path }) => path === "global/pg_control");
  expect(Buffer.from(control?.content ?? []).readInt32LE(stateAt)).toBe(shutDown);
});

test("the database files of a first visit stay small", () => {
  // Most of it is the system catalog. 15 MB with thirty migrations; compressed a fourteenth of that.
  expect(packed.length).toBeLessThan(20 * 1024 * 1024);
  expect(readFileSync(`${site}/snapshot.data.br`).length).toBeLessThan(1.6 * 1024 * 1024);
  expect(files.filter(({ path }) => /^pg_wal\/\w{24}$/.test(path)).length).toBeLessThanOrEqual(2);
});

test("a script before the page's own starts the worker, and is a thousandth of its size", () => {
  const page = readFileSync(`${site}/index.html`, "utf8");
  const scripts = [...page.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(scripts[0]).toBe(manifest["openWorker.ts"].file);
  expect(scripts.length).toBeGreaterThan(1);
  const [worker = ""] = /assets\/worker-[\w-]+\.js/.exec(readAll(scripts[0]!)) ?? [];
  // It requests PostgreSQL before any of our code is loaded.
  expect(readFileSync(`${site}/${worker}`, "utf8").length).toBeLessThan(16 * 1024);
});

/** A script with everything that it imports. */
function readAll(path: string): string {
  const text = readFileSync(`${site}/${path}`, "utf8");
  const parts = [...text.matchAll(/from\s*"\.\/([^"]+)"/g)].map(([, name]) => readAll(`assets/${name}`));
  return [text, ...parts].join("\n");
}
