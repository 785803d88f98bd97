import { cpSync, existsSync } from "node:fs";
import { areaFolders } from "./areas.mjs";

/**
 * Copies the pictures of sample records next to a built program, by their paths in the repository.
 *
 * @param {string} folder Of the program.
 */
export function copySamples(folder) {
  const samples = areaFolders().map((area) => `${area}/api/samples`);
  for (const path of samples.filter((each) => existsSync(each)))
    cpSync(path, `${folder}/samples/${path}`, { recursive: true });
}
