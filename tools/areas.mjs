import { readdirSync } from "node:fs";

/** The folder of an area, at the beginning of a path: `features/retail/offers`, `demos/todo`. */
export const areaPattern = "(?:features/[^/]+|demos)/[^/]+";

/** The folders of all areas. */
export const areaFolders = () => [...foldersIn("features").flatMap(foldersIn), ...foldersIn("demos")];

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
