import { type FileRule, pictureTypes } from "#base/files.ts";

/** The picture that a category is recognised by. */
export const categoryImage: FileRule = { purpose: "categoryImage", accepts: pictureTypes, bytesMax: 5_242_880 };
