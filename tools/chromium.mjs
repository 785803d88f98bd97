import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

/**
 * Finds a Chromium that starts, or downloads one, and answers its path and the environment that it needs.
 *
 * In this order: $CHROMIUM; the one in an npm package, where it runs, because it is the same for all developers and
 * uses a fifth less processor time than one that could also show a window; the system's; Playwright's, if downloaded
 * before; the system's packages, if running as root on Debian. Throws if none of them starts.
 *
 * @returns {Promise<{ path: string, env: Record<string, string> }>}
 */
export async function findChromium() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) {
    if (await starts(CHROMIUM)) return { path: CHROMIUM, env: {} };
    throw new Error(`CHROMIUM is ${CHROMIUM}, which does not start.`);
  }
  const carried = await carriedByNpm();
  if (carried) return carried;
  for (const path of [...installedPaths(), ...(await fetchedByPlaywright())]) {
    if (await starts(path)) return { path, env: {} };
  }
  const installed = await installBySystem();
  if (installed) return { path: installed, env: {} };
  throw new Error("No Chromium starts here. Install one, and name it in CHROMIUM if it is in an unusual place.");
}

/** @param {string} path @param {NodeJS.ProcessEnv} [env] */
const starts = async (path, env = process.env) => (await run(path, ["--version"], { quiet: true, env })).code === 0;

function installedPaths() {
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const apps = [
    "/usr/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  return [...onPath, ...apps].filter(isExecutable);
}

async function fetchedByPlaywright() {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  return existsSync(path) ? [path] : [];
}

/** A Debian package; Ubuntu's of the same name is a stub for snap, which `starts` detects. */
async function installBySystem() {
  if (process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) return null;
  console.log("Installing Chromium by apt-get …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { quiet: true, env });
  const { code, output } = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
    quiet: true,
    env,
  });
  if (code === 0 && (await starts("/usr/bin/chromium"))) return "/usr/bin/chromium";
  console.log(`apt-get brought no Chromium that starts:\n${output.trim().split("\n").slice(-3).join("\n")}`);
  return null;
}

/** Built for AWS Lambda: with this setting it also unpacks the libraries that a minimal machine lacks. */
async function carriedByNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  process.env["AWS_LAMBDA_JS_RUNTIME"] = "nodejs22.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  const path = await chromium.executablePath();
  const env = { LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"] ?? "" };
  return (await starts(path, { ...process.env, ...env })) ? { path, env } : null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
