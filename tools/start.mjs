import { ensureReady } from "./bootstrap.mjs";
import { run } from "./run.mjs";

// `npm start` runs this by `exec` where the shell has it, so that npm's signal arrives here and npm waits for our end;
// Windows' has none and takes the other half of the script.

// Before anything else is read, so that a second start costs little more than this.
await ensureReady();
const { isBuilt } = await import("./build.mjs");

if (!isBuilt("node")) {
  console.log("Building …");
  // In a process of its own: what a bundler leaves in memory would stay in the server's.
  const { code } = await run(process.execPath, ["tools/build.mjs"]);
  if (code !== 0) process.exit(code);
}

// In this process, not below it: a signal reaches the host itself, and killing this kills no parent of something that lives on.
await import(new URL("../dist/node/main.mjs", import.meta.url).href);
