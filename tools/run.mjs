import { spawn } from "node:child_process";

/**
 * Runs a command with this process's streams and waits for its end. A signal that stops this process is passed on
 * first.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` captures its output instead of showing it.
 * @returns {Promise<{ code: number, output: string }>} 127 if the command does not exist, 128 and more after a signal.
 */
export function run(command, args, { env = process.env, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit" });
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (output += text));

    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      // A terminal sends Ctrl-C to the command as well, and many programs treat a second one as a forced end.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const end = (/** @type {number} */ code) => {
      process.off("SIGINT", passOn).off("SIGTERM", passOn);
      resolve({ code, output });
    };
    process.on("SIGINT", passOn).on("SIGTERM", passOn);
    child.once("error", (error) => {
      output += `${error.message}\n`;
      end(127);
    });
    child.once("close", (code) => end(code ?? 128));
  });
}

/**
 * Runs the command line of an installed package, without npx and its start-up time.
 *
 * @param {string} script Path below `node_modules`.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runPackage = (script, args, options) =>
  run(process.execPath, [`node_modules/${script}`, ...args], options);
