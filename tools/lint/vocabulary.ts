import { areaPattern, slicePattern } from "#tools/areas.mjs";
import type { TreeRule } from "#tools/tree.ts";
import { languages } from "#web/screens.ts";

/** What both sides share. */
const sharedFiles: readonly RegExp[] = [
  /^(?:contract|rules)\.ts$/, // schemas of the API; rules that both sides share
  /^(?:fields|lifecycle)(?:\.test)?\.ts$/, // a record of the kernel (docs/new-area.md): its fields; its statuses and transitions
  /^contract\/[a-z][A-Za-z]*\.ts$/, // one noun per file, once contract.ts passes 400 lines
  /^rules\/[a-z][A-Za-z]*\.ts$/, // one rule per file, once rules.ts passes 400 lines
  /^(?:contract|rules)\.test\.ts$/,
  /^rules\/[a-z][A-Za-z]*\.test\.ts$/, // once rules.test.ts passes 400 lines
  new RegExp(`^rules/messages\\.(?:${languages.join("|")})\\.json$`), // texts of the rules, which the API sends and screens show
];

const screenFiles: readonly RegExp[] = [
  /^web\/screens\.tsx$/, // the screens of a kernel record
  /^web\/screenRoutes\.ts$/, // the routes of an area with many screens, loaded with the first of them
  /^web\/requirements\.ts$/, // what its draft must have to be submitted: loaded with its form, not with its list
  /^web\/[A-Z][A-Za-z]*\.tsx$/, // one component per file, named after it
  /^web\/[A-Z][A-Za-z]*\.module\.css$/, // and its own styles
  /^web\/use[A-Z][A-Za-z]*\.tsx?$/, // one hook per file
  /^web\/[A-Za-z]+\.test\.tsx?$/,
];

const messageFiles = new RegExp(`^web/messages\\.(?:${languages.join("|")})\\.json$`);

/** The only kinds of files that a feature may have. Adding one is a decision: add it here with its reason. */
const vocabulary: readonly RegExp[] = [
  ...sharedFiles,
  /^README\.md$/, // only for a state machine or a complex rule
  /^api\/(?:tables|service|routes|seed|jobs|import)\.ts$/,
  /^api\/store\.ts$/, // the only writer of a kernel record's table
  /^api\/service\/[a-z][A-Za-z]*\.ts$/, // one noun per file, once service.ts passes 400 lines
  /^api\/(?:service|seed|jobs|import|routes)\.test\.ts$/,
  /^api\/service\/[a-z][A-Za-z]*\.test\.ts$/,
  /^api\/samples\/[a-z0-9-]+\.(?:webp|png)$/, // pictures of sample records, read by the seed
  /^web\/icons\.woff2?$/, // written by tools/icons.mjs
  /^api\/content\/[a-z][A-Za-z]*\.md$/, // texts of sample records, read by the seed
  ...screenFiles,
  /^web\/routes\.tsx$/,
  /^web\/sessionSource\.ts$/, // only in the session feature: the calls behind the shell's session
  /^web\/recordSource\.ts$/, // only in the search feature: the records of the command palette
  /^web\/viewSource\.ts$/, // only in the views feature: the calls behind saved views of lists
  messageFiles,
];

/**
 * The files of a sub-slice (`record/`, `hours/`), which a feature of more than sixty files has. Its tables, its routes,
 * most messages and what other features call stay in the feature's own `api/` and `web/`.
 */
const sliceVocabulary: readonly RegExp[] = [
  ...sharedFiles,
  ...screenFiles,
  /^api\/(?!(?:tables|routes|service)\.)[a-z][A-Za-z]*(?:\.test)?\.ts$/, // one noun per file
  /^api\/samples\/[a-z0-9-]+\.(?:webp|png)$/,
  // Messages that a first screen must not load, such as the account's on the login page, and what loads them.
  messageFiles,
  /^web\/with[A-Z][A-Za-z]*Messages\.ts$/,
];

/** The top-level folders (docs/architecture.md), and those that a run creates. */
const topFolders = "base api web features demos clients hosts database e2e benches docs tools .ci".split(" ");

/** Vague words: every file contains data, and a helper helps with anything. */
const vagueWords = /^(?:data|info|item|manager|helpers?|utils?|misc|common)$/;
/** `DATA_DIR` is the specification's name for the folder with all of Mizan's data. */
const namedBySpec = new Set(["hosts/node/dataDirectory.ts", "hosts/node/dataDirectory.test.ts"]);

/** Unknown kinds of files in a feature, and features with an API but without a contract. */
export const unknownFiles: TreeRule = (tree) => {
  const unknown = tree.paths.flatMap((path) => {
    const [area] = new RegExp(`^${areaPattern}(?=/)`).exec(path) ?? [];
    const [, slice, file] = new RegExp(`^(${slicePattern})/(.+)$`).exec(path) ?? [];
    const kinds = slice === area ? vocabulary : sliceVocabulary;
    if (!slice || !file || kinds.some((kind) => kind.test(file))) return [];
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

/** Unknown top-level folders. */
export const unknownFolders: TreeRule = (tree) =>
  [...new Set(tree.paths.filter((path) => path.includes("/")).map((path) => path.split("/")[0] ?? ""))]
    .filter((folder) => !topFolders.includes(folder))
    .map((folder) => `${folder}/: not a top-level folder; put it into one of ${topFolders.join(", ")}`);

/** File names with a vague word. */
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

/** Features missing from the list where the hosts would look for them. */
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
