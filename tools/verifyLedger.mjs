import { ensureReady } from "./bootstrap.mjs";
import { run } from "./run.mjs";

// Needs a build; if there is none, it is built first, as by `npm start`.
await ensureReady();
const { isBuilt } = await import("./build.mjs");

if (!isBuilt("node")) {
  console.log("Building …");
  const { code } = await run(process.execPath, ["tools/build.mjs"]);
  if (code !== 0) process.exit(2);
}

await import(new URL("../dist/node/verifyLedger.mjs", import.meta.url).href);
