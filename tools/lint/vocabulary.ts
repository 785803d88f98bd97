import { areaPattern } from "#tools/areas.mjs";
import type { TreeRule } from "#tools/tree.ts";
import { languages } from "#web/screens.ts";

/** The only files a feature may have. A new kind of file is a decision of the house: add it here with its reason. */
const vocabulary: readonly RegExp[] = [
  /^(?:contract|rules)\.ts$/, // what crosses the wire; what both sides decide alike
  /^(?:fields|lifecycle)(?:\.test)?\.ts$/, // a record of the kernel (docs/new-area.md): its fields; its statuses and transitions
  /^contract\/[a-z][A-Za-z]*\.ts$/, // one noun a file, once contract.ts passes 400 lines
  /^rules\/[a-z][A-Za-z]*\.ts$/, // one law a file, once rules.ts passes 400 lines
  /^(?:contract|rules)\.test\.ts$/,
  /^README\.md$/, // only for a state machine or a law worth a page
  /^api\/(?:tables|service|routes|seed|jobs|import)\.ts$/,
  /^api\/store\.ts$/, // the only writer of the table of a record of the kernel
  /^api\/service\/[a-z][A-Za-z]*\.ts$/, // one noun a file, once service.ts passes 400 lines
  /^api\/(?:service|seed|jobs|import|routes)\.test\.ts$/,
  /^api\/service\/[a-z][A-Za-z]*\.test\.ts$/,
  /^api\/samples\/[a-z0-9-]+\.(?:webp|png)$/, // pictures of sample records, read by the seed
  /^web\/routes\.tsx$/,
  /^web\/screens\.tsx$/, // the screens of a record of the kernel
  /^web\/[A-Z][A-Za-z]*\.tsx$/, // one component a file, named after it
  /^web\/[A-Z][A-Za-z]*\.module\.css$/, // and what it alone looks like
  /^web\/use[A-Z][A-Za-z]*\.tsx?$/, // one hook a file
  /^web\/sessionSource\.ts$/, // of the session alone: the calls that the shell's own session is made of
  /^web\/[A-Za-z]+\.test\.tsx?$/,
  new RegExp(`^web/messages\\.(?:${languages.join("|")})\\.json$`),
];

/** The rooms of the house (docs/architecture.md), and what is written beside them by a run. */
const rooms = "base api web features demos hosts database e2e benches docs tools .ci".split(" ");

/** Words that say nothing: every file holds data, and a helper helps with anything. */
const vagueWords = /^(?:data|info|item|manager|helpers?|utils?|misc|common)$/;
/** `DATA_DIR` is the word of the specification for the folder that Mizan keeps everything in. */
const namedBySpec = new Set(["hosts/node/dataDirectory.ts", "hosts/node/dataDirectory.test.ts"]);

/** Files of a feature that are not of the vocabulary, and features that answer without a contract. */
export const unknownFiles: TreeRule = (tree) => {
  const unknown = tree.paths.flatMap((path) => {
    const [, slice, file] = new RegExp(`^(${areaPattern})/(.+)$`).exec(path) ?? [];
    if (!slice || !file || vocabulary.some((kind) => kind.test(file))) return [];
    return [`${path}: not a file of a feature; tools/lint/vocabulary.ts lists those that are`];
  });
  const silent = slicesOf(tree.paths)
    .filter(
      (slice) =>
        tree.paths.some((path) => path.startsWith(`${slice}/api/`)) && !tree.paths.includes(`${slice}/contract.ts`),
    )
    .map((slice) => `${slice}: has no contract.ts; what a feature answers stands there`);
  return [...unknown, ...silent];
};

/** Folders that are no room of the house. */
export const unknownFolders: TreeRule = (tree) =>
  [...new Set(tree.paths.filter((path) => path.includes("/")).map((path) => path.split("/")[0] ?? ""))]
    .filter((room) => !rooms.includes(room))
    .map((room) => `${room}/: not a room of the house; put it into one of ${rooms.join(", ")}`);

/** File names with a word that says nothing. */
export const vagueNames: TreeRule = (tree) =>
  tree.paths
    .filter((path) => /\.(?:tsx?|mjs|css)$/.test(path) && !namedBySpec.has(path))
    .flatMap((path) => {
      const stem = path.split("/").at(-1)?.split(".")[0] ?? "";
      const empty = stem.split(/(?=[A-Z])|[-_]/).find((word) => vagueWords.test(word.toLowerCase()));
      if (stem === "index" && !path.endsWith(".html"))
        return [`${path}: a barrel by its name; name it after what it exports`];
      return empty ? [`${path}: “${empty}” says nothing; name the file after what it exports`] : [];
    });

/** Features that are not in the list of their side, where the hosts would look for them. */
export const unlisted: TreeRule = (tree) =>
  slicesOf(tree.paths).flatMap((slice) => {
    const group = slice.split("/")[0];
    return [
      ["api/routes.ts", `${group}/api.ts`],
      ["web/routes.tsx", `${group}/web.ts`],
    ].flatMap(([routes, list]) => {
      if (!list || !tree.paths.includes(`${slice}/${routes}`)) return [];
      const isListed = tree.paths.includes(list) && tree.read(list).includes(`"#${slice}/${routes}"`);
      return isListed ? [] : [`${slice}/${routes}: not in ${list}, so no host knows it`];
    });
  });

const slicesOf = (paths: readonly string[]) => [
  ...new Set(paths.flatMap((path) => new RegExp(`^${areaPattern}(?=/)`).exec(path)?.[0] ?? [])),
];
