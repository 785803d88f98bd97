import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { nodeBundle } from "#tools/bundle.mjs";

/** A child process that a test may kill, and its output so far. */
export type Killable = {
  readonly process: ChildProcess;
  readonly lines: () => readonly string[];
  /** Resolves as soon as `holds` does; rejects with its output if the process ends first. */
  readonly until: (holds: (lines: readonly string[]) => boolean) => Promise<void>;
  readonly ended: Promise<{ code: number | null; errors: string }>;
};

/** Bundles a program like the Node host, to a folder where it finds its packages. */
export async function bundleProgram(entry: URL): Promise<string> {
  const folder = resolve("node_modules/.cache/mizan-tests");
  mkdirSync(folder, { recursive: true });
  const outfile = join(mkdtempSync(join(folder, "program-")), "main.mjs");
  await build({ ...nodeBundle(outfile, fileURLToPath(entry)), sourcemap: "inline" });
  return outfile;
}

/** `environment` is added to that of the test. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Killable {
  const child = spawn(process.execPath, ["--enable-source-maps", program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let output = "";
  let errors = "";
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (output + text).split("\n");
    output = parts.pop() ?? "";
    lines.push(...parts);
    for (const look of waiting) look();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((done) => {
    child.once("close", (code) => done({ code, errors }));
  });
  const until = (holds: (lines: readonly string[]) => boolean) =>
    new Promise<void>((found, failed) => {
      const look = () => {
        if (!holds(lines)) return;
        waiting.delete(look);
        found();
      };
      waiting.add(look);
      void ended.then(({ code }) => failed(new Error(`ended with ${code}: ${errors}\n${lines.slice(-5).join("\n")}`)));
      look();
    });
  return { process: child, lines: () => lines, until, ended };
}

/** A temporary folder with a path short enough for a socket. Other users may enter it but see nothing. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mizan-node-"));
  chmodSync(folder, 0o711);
  return folder;
}
