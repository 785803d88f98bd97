import { ensureReady } from "./bootstrap.mjs";
import { run } from "./run.mjs";

// `npm start` runs this with `exec` if the shell has it, so that npm's signal arrives here and npm waits for the end;
// Windows' shell has none and uses the other half of the script.

// Before anything else is loaded, so that a second start costs little more than this.
await ensureReady();
const { isBuilt } = await import("./build.mjs");

if (!isBuilt("node")) {
  console.log("Building …");
  // In a separate process, because the bundler's memory would stay allocated in the server's process.
  const { code } = await run(process.execPath, ["tools/build.mjs"]);
  if (code !== 0) process.exit(code);
}

// In this process, not a child: a signal reaches the host itself, and killing this process leaves no child behind.
await import(new URL("../dist/node/main.mjs", import.meta.url).href);
