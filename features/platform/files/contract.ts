import { describeFile, readFile, uploadFile } from "#base/files.ts";

// The calls stand in base/files.ts, because the parts that every area's screens are made of use them (web/files).
export const files = { upload: uploadFile, read: readFile, describe: describeFile };
