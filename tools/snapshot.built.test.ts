import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unpackArchive } from "#hosts/browser/fileArchive.ts";

const site = "dist/browser";
const manifest = JSON.parse(readFileSync("dist/browser.manifest.json", "utf8"));
const packed = readFileSync(`${site}/snapshot.data`);
const { files } = unpackArchive(Uint8Array.from(packed).buffer);

/** `DB_SHUTDOWNED` of PostgreSQL's `pg_control.h`, and where the file says it: after two numbers of versions and an id. */
const shutDown = 1;
const stateAt = 16;

test("a first visit begins with a database that was shut down in order, so that nothing has to be recovered", () => {
  const control = files.find(({ path }) => path === "global/pg_control");
  expect(Buffer.from(control?.content ?? []).readInt32LE(stateAt)).toBe(shutDown);
});

test("what a first visit loads of the database stays small", () => {
  // Most of it is the catalog. 15 MB with thirty migrations; as it travels a fourteenth of that.
  expect(packed.length).toBeLessThan(20 * 1024 * 1024);
  expect(readFileSync(`${site}/snapshot.data.br`).length).toBeLessThan(1.6 * 1024 * 1024);
  expect(files.filter(({ path }) => /^pg_wal\/\w{24}$/.test(path)).length).toBeLessThanOrEqual(2);
});

test("the worker is started by a script before the page's own, which is a thousandth of it", () => {
  const page = readFileSync(`${site}/index.html`, "utf8");
  const scripts = [...page.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(scripts[0]).toBe(manifest["openWorker.ts"].file);
  expect(scripts.length).toBeGreaterThan(1);
  const [worker = ""] = /assets\/worker-[\w-]+\.js/.exec(readAll(scripts[0]!)) ?? [];
  // It asks for PostgreSQL before any of our code is there.
  expect(readFileSync(`${site}/${worker}`, "utf8").length).toBeLessThan(16 * 1024);
});

/** A script with those that it is made of. */
function readAll(path: string): string {
  const text = readFileSync(`${site}/${path}`, "utf8");
  const parts = [...text.matchAll(/from\s*"\.\/([^"]+)"/g)].map(([, name]) => readAll(`assets/${name}`));
  return [text, ...parts].join("\n");
}
