import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { Node } from "oxc-parser";
import { isSource, parseSource } from "#tools/source.ts";
import type { Tree } from "#tools/tree.ts";

/** A reference from one file to another, of any kind: static, dynamic, type only, re-export, or a worker's URL. */
export type Import = {
  readonly from: string;
  readonly line: number;
  /** As written; null if it is computed, so that its target is unknown. */
  readonly specifier: string | null;
  /** A path in the tree, `npm:<package>` or `node:<module>`. */
  readonly to: string;
};

/** Every import of every source, style sheet and page of the tree, once per place. */
export function importsOf(tree: Tree): Import[] {
  return tree.paths.flatMap((path) => {
    if (isSource(path)) return importsInSource(tree, path);
    const pattern = namedIn.find(({ kind }) => kind.test(path))?.pattern;
    return pattern ? importsInText(tree, path, pattern) : [];
  });
}

/** How style sheets and pages refer to our files. An absolute URL is not one of ours. */
const namedIn = [
  { kind: /\.css$/, pattern: /@import\s+(?:url\()?["']([^"']+)["']/g },
  { kind: /\.html$/, pattern: /<(?:script|link)\b[^>]*\b(?:src|href)="(\.[^"]+)"/g },
];

function importsInText(tree: Tree, path: string, pattern: RegExp): Import[] {
  const text = tree.read(path);
  return [...text.matchAll(pattern)].map(({ index, 1: specifier = "" }) => {
    const line = text.slice(0, index).split("\n").length;
    return { from: path, line, specifier, to: targetOf(path, specifier) };
  });
}

function importsInSource(tree: Tree, path: string): Import[] {
  const { nodes, lineAt } = parseSource(tree, path);
  return nodes.flatMap((node) => {
    const specifier = specifierIn(node);
    return specifier === undefined
      ? []
      : [{ from: path, line: lineAt(node.start), specifier, to: targetOf(path, specifier) }];
  });
}

/** The package's name, so that `zod/mini` and `zod` are one target. */
export const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

function specifierIn(node: Node): string | null | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "TSImportType":
      return node.source.value;
    case "ExportNamedDeclaration":
      return node.source?.value;
    case "TSExternalModuleReference":
      return node.expression.value;
    case "ImportExpression":
      return literalIn(node.source);
    case "NewExpression":
      return workerUrlIn(node);
    case "CallExpression":
      return isGlob(node) ? null : undefined;
    default:
      return undefined;
  }
}

function literalIn(node: Node): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

/** `new URL("./worker.ts", import.meta.url)` declares a second entry for the bundler. */
function workerUrlIn(node: Node & { type: "NewExpression" }): string | undefined {
  const [address, base] = node.arguments;
  const isUrl = node.callee.type === "Identifier" && node.callee.name === "URL";
  if (!isUrl || base?.type !== "MemberExpression" || base.object.type !== "MetaProperty") return undefined;
  const written = address && literalIn(address);
  return written && /\.tsx?$/.test(written) ? written : undefined;
}

/** `import.meta.glob` imports all matching files. */
const isGlob = ({ callee }: Node & { type: "CallExpression" }) =>
  callee.type === "MemberExpression" &&
  callee.object.type === "MetaProperty" &&
  callee.property.type === "Identifier" &&
  callee.property.name === "glob";

/** The file, package or module that a specifier in `path` refers to. */
export function targetOf(path: string, specifier: string | null): string {
  if (specifier === null) return "computed";
  const written = specifier.replace(/\?.*$/, "");
  if (written.startsWith("#")) return written.slice(1);
  if (written.startsWith(".")) return posix.join(posix.dirname(path), written);
  if (isBuiltin(written)) return written.startsWith("node:") ? written : `node:${written}`;
  return `npm:${packageOf(written)}`;
}
