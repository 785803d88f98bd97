import { exportFiles } from "#base/exports.ts";

// The calls are in base/exports.ts, because the lists of all areas use them (web/list).
export const exportOperations = exportFiles;
