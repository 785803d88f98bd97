import { areaPattern, slicePattern } from "#tools/areas.mjs";
import { dirname } from "node:path/posix";
import { isShipped, parseSource } from "#tools/source.ts";
import type { Tree, TreeRule } from "#tools/tree.ts";
import { languages } from "#web/screens.ts";

const pluralForm = /^(.+?)_(?:ordinal_)?(zero|one|two|few|many|other)$/;

/** Message files that lack a language, a key of the other language, a plural form of their own, or a placeholder. */
export const unevenWords: TreeRule = (tree) =>
  wordFolders(tree).flatMap((folder) => {
    const missing = languages.map((language) => tableOf(folder, language)).filter((path) => !tree.paths.includes(path));
    if (missing.length > 0) return missing.map((path) => `${path}: missing; every language has its words`);
    return [...missingKeys(tree, folder), ...missingForms(tree, folder), ...strayPlaceholders(tree, folder)];
  });

/** Refusals of a contract that screens could only show in English, because they have no message. */
export const unspokenRefusals: TreeRule = (tree) => {
  const shellFolders = [...wordFolders(tree).filter((folder) => folder.startsWith("web/")), "web"];
  return tree.paths.filter(mayDeclareRefusals).flatMap((path) => {
    const [slice] = new RegExp(`^${areaPattern}`).exec(path) ?? [];
    const folders = [...shellFolders, ...(slice ? [`${slice}/web`] : [])];
    return languages.flatMap((language) => {
      const words = new Set(
        folders.flatMap((folder) => [...wordsIn(tree, tableOf(folder, language)).keys()].map(withoutForm)),
      );
      return refusalsIn(tree, path)
        .filter((code) => !words.has(`refusals.${code}`))
        .map((code) => `${tableOf(folders.at(-1) ?? "", language)}: lacks refusals.${code}, which ${path} declares`);
    });
  });
};

const mayDeclareRefusals = (path: string) =>
  isShipped(path) && new RegExp(`^(?:base|api)/[^/]+\\.ts$|^${slicePattern}/contract(?:/\\w+)?\\.ts$`).test(path);

const wordFolders = (tree: Tree) => [
  ...new Set(tree.paths.filter((path) => /\/messages\.[a-z]+\.json$/.test(path)).map((path) => dirname(path))),
];

const tableOf = (folder: string, language: string) => `${folder}/messages.${language}.json`;

function missingKeys(tree: Tree, folder: string): string[] {
  const keys = languages.map(
    (language) => new Set([...wordsIn(tree, tableOf(folder, language)).keys()].map(withoutForm)),
  );
  return languages.flatMap((language, i) =>
    [...new Set(keys.flatMap((each) => [...each]))]
      .filter((key) => !keys[i]?.has(key))
      .map((key) => `${tableOf(folder, language)}: lacks ${key}, which another language has`),
  );
}

/** Arabic has six plural forms; with English's two, some numbers would get a wrong one. */
function missingForms(tree: Tree, folder: string): string[] {
  const counted = new Set(
    languages.flatMap((language) =>
      [...wordsIn(tree, tableOf(folder, language)).keys()].filter(isCounted).map(withoutForm),
    ),
  );
  return languages.flatMap((language) => {
    const path = tableOf(folder, language);
    const words = wordsIn(tree, path);
    return [...counted].flatMap((key) =>
      new Intl.PluralRules(language)
        .resolvedOptions()
        .pluralCategories.filter((form) => !words.has(`${key}_${form}`))
        .map((form) => `${path}: lacks ${key}_${form}, a plural form of this language`),
    );
  });
}

/** A form for zero, one or two may omit the number; no form may use a placeholder that no other language has. */
function strayPlaceholders(tree: Tree, folder: string): string[] {
  const [first, ...others] = languages.map((language) => placeholdersByKey(wordsIn(tree, tableOf(folder, language))));
  return others.flatMap((other, i) =>
    [...other].flatMap(([key, names]) => {
      const wanted = first?.get(key) ?? names;
      const differing = [...names]
        .filter((name) => !wanted.has(name))
        .concat([...wanted].filter((name) => !names.has(name)));
      const path = tableOf(folder, languages[i + 1] ?? "");
      return differing.map((name) => `${path}: ${key} differs in {{${name}}} from ${languages[0]}`);
    }),
  );
}

function placeholdersByKey(words: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [key, text] of words) {
    const names = found.get(withoutForm(key)) ?? new Set<string>();
    for (const [, name = ""] of text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)) names.add(name);
    found.set(withoutForm(key), names);
  }
  return found;
}

const isCounted = (key: string) => pluralForm.test(key);
const withoutForm = (key: string) => pluralForm.exec(key)?.[1] ?? key;

/** The texts of a message file by their dotted keys; none if the file does not exist. */
function wordsIn(tree: Tree, path: string): Map<string, string> {
  return tree.paths.includes(path) ? flatMessages(tree.read(path)) : new Map();
}

/** The texts of a message file's content by their dotted keys. */
export const flatMessages = (json: string): Map<string, string> => new Map(flatten(JSON.parse(json)));

function flatten(words: Readonly<Record<string, unknown>>, prefix = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "object" && value !== null
      ? flatten(value as Record<string, unknown>, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)]],
  );
}

/** The codes in `refusals({ code: { status, message } })`. */
function refusalsIn(tree: Tree, path: string): string[] {
  return parseSource(tree, path).nodes.flatMap((node) => {
    const isTable =
      node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "refusals";
    const table = isTable ? node.arguments[0] : undefined;
    if (table?.type !== "ObjectExpression") return [];
    return table.properties.flatMap((property) => {
      if (property.type !== "Property") return [];
      if (property.key.type === "Identifier") return [property.key.name];
      return property.key.type === "Literal" ? [String(property.key.value)] : [];
    });
  });
}
