/** Above this, a screen changes records in batches (base/bulkRuns.ts), unless the action changes all at once or none. */
export const bulkAtOnceMax = 1000;
