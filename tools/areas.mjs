import { readdirSync } from "node:fs";

/** The pattern of an area's folder at the start of a path: `features/retail/offers`, `demos/todo`. */
export const areaPattern = "(?:features/[^/]+|demos)/[^/]+";

/** What an area itself consists of; any other folder in it is a sub-slice. */
const ownFolders = "(?:api|web|contract|rules)/";

/**
 * The folder of an area or of one of its sub-slices, at the beginning of a path: `features/retail/retailers`,
 * `features/retail/retailers/hours`. An area of more than sixty files has sub-slices by what is done.
 */
export const slicePattern = `${areaPattern}(?:/(?!${ownFolders})[a-z][a-z0-9-]*)?`;

/** The folders of all areas. */
export const areaFolders = () => [...foldersIn("features").flatMap(foldersIn), ...foldersIn("demos")];

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
