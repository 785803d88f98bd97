import { describeFile, readFile, uploadFile } from "#base/files.ts";

// The calls are in base/files.ts, because the shared components of all screens use them (web/files).
export const files = { upload: uploadFile, read: readFile, describe: describeFile };
