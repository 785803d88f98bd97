import { bulkRuns } from "#base/bulkRuns.ts";

// The calls are in base/bulkRuns.ts, because the lists of all areas use them (web/list).
export const bulkRunOperations = bulkRuns;
