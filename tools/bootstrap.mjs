// Plain JavaScript with Node only: it runs on a fresh clone, before any package is installed.
import { existsSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";

/**
 * Prepares a clone: checks Node, changes to the root folder, and installs exactly the locked packages.
 *
 * Ends the process with a message if Node is too old, if the packages can't be installed, or if node_modules is a link:
 * the folder behind it may belong to another checkout.
 */
export async function ensureReady() {
  endWithParent();
  const problem = nodeProblem(process.versions.node, JSON.parse(read("package.json")).engines.node);
  if (problem) stop(problem);

  // All paths of the tools are relative to the root, wherever the command was typed.
  process.chdir(root);
  if (isInstalled(read("package-lock.json"), readIfThere("node_modules/.package-lock.json"))) return;
  const target = linkTarget("node_modules");
  if (target !== null) {
    stop(
      `node_modules is a link to ${target}, where the locked packages are not. npm would empty that folder before it ` +
        "installs: install them there yourself, or remove the link.",
    );
  }
  console.log("Installing the locked packages …");
  // The build needs the development packages, although NODE_ENV=production would omit them.
  const { code } = await npm(["ci", "--include=dev", "--no-audit", "--no-fund"]);
  if (code !== 0) stop("The packages could not be installed: npm ci failed, its message is above.");
}

/**
 * Ends this process like SIGTERM when its parent process has ended.
 *
 * npm starts a script through a shell, and a stopped shell does not stop its children: they would go on unused, and
 * keep the data directory locked. On Windows the id of a dead parent stays, and nothing happens.
 */
function endWithParent() {
  const { ppid } = process;
  if (!process.env["npm_lifecycle_event"]) return;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  timer.unref();
}

/**
 * Why this Node can't run Mizan, or null if it can.
 *
 * @param {string} version Such as `20.19.0`.
 * @param {string} range The engines entry: `>=` and the minimum version.
 */
export function nodeProblem(version, range) {
  const least = range.replace(/^>=\s*/, "");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split(".").map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return `Mizan needs Node ${least} or later, and this is Node ${version}. Install a newer one from https://nodejs.org.`;
}

/**
 * Whether the packages in node_modules are those of the lockfile.
 *
 * Compared by content: a checkout changes the lockfile's time without changing a version, and then nothing needs to be
 * done. Optional packages are ignored, because those of other platforms are never installed.
 *
 * @param {string} lockfile
 * @param {string | null} installed npm's own record of what it installed.
 */
export function isInstalled(lockfile, installed) {
  if (installed === null) return false;
  const there = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(lockfile).packages).every(
    ([path, wanted]) => path === "" || wanted.optional || there[path]?.version === wanted.version,
  );
}

/** The target of a path that is a link; null for anything else. @param {string} path */
function linkTarget(path) {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? readlinkSync(path) : null;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const readIfThere = (/** @type {string} */ path) => (existsSync(path) ? read(path) : null);

/** @param {readonly string[]} args */
function npm(args) {
  // Under `npm start`, npm passes its path. It must be run by Node: on Windows `npm` is a script for the shell.
  const { npm_execpath: path } = process.env;
  return path?.endsWith(".js") ? run(process.execPath, [path, ...args]) : run("npm", args);
}

/** @param {string} message */
function stop(message) {
  console.error(message);
  process.exit(1);
}
