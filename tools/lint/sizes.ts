import { isShipped, isSource, parseSource } from "#tools/source.ts";
import type { TreeRule } from "#tools/tree.ts";

/** docs/style.md: aim for 80 and 25. For tests only the file counts, as their functions are lists of cases. */
export const linesMax = { file: 400, function: 70 };

/** What a tool writes has the length of its source. */
const measured = /^(?!.*\/generated\.ts$).*\.(?:tsx?|mjs|css)$/;

export const longFiles: TreeRule = (tree) =>
  tree.paths
    .filter((path) => measured.test(path))
    .map((path) => ({ path, lines: tree.read(path).trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > linesMax.file)
    .map(({ path, lines }) => `${path}: ${lines} lines, ${linesMax.file} at most; give a part of it a file and a name`);

export const longFunctions: TreeRule = (tree) =>
  tree.paths
    .filter((path) => isSource(path) && (isShipped(path) || path.endsWith(".mjs")))
    .flatMap((path) => {
      const { nodes, lineAt } = parseSource(tree, path);
      return nodes
        .filter((node) => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
        .map(({ start, end }) => ({ line: lineAt(start), lines: lineAt(end) - lineAt(start) + 1 }))
        .filter(({ lines }) => lines > linesMax.function)
        .map(({ line, lines }) => `${path}:${line}: a function of ${lines} lines, ${linesMax.function} at most`);
    });
