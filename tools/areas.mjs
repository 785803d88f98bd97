import { readdirSync } from "node:fs";

/** The pattern of an area's folder at the start of a path: `features/retail/offers`, `demos/todo`. */
export const areaPattern = "(?:features/[^/]+|demos)/[^/]+";

/** The folders of all areas. */
export const areaFolders = () => [...foldersIn("features").flatMap(foldersIn), ...foldersIn("demos")];

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
