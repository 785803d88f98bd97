import { cpSync, existsSync, readdirSync } from "node:fs";

/**
 * Puts the pictures of sample records beside a program that was built, by their paths in the repository.
 *
 * @param {string} folder Of the program.
 */
export function copySamples(folder) {
  const samples = ["features", "demos"].flatMap((group) =>
    readdirSync(group).map((name) => `${group}/${name}/api/samples`),
  );
  for (const path of samples.filter((each) => existsSync(each)))
    cpSync(path, `${folder}/samples/${path}`, { recursive: true });
}
