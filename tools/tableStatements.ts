import type { Node } from "oxc-parser";
import { areaPattern } from "#tools/areas.mjs";
import { targetOf } from "#tools/imports.ts";
import { isShipped, parseSource, type Source } from "#tools/source.ts";
import type { Tree } from "#tools/tree.ts";

/** A table as Drizzle knows it: `pgTable("brands", …)`. */
export type Declaration = {
  readonly path: string;
  readonly line: number;
  readonly variable: string;
  /** Null if the name is computed, so that its owner is unknown. */
  readonly table: string | null;
};

/** A place in a source file where a statement touches a table. */
export type Use = {
  readonly path: string;
  readonly line: number;
  /** `computed` when the text alone does not say which table it is. */
  readonly table: string;
};

/** Files that speak to the database. Migrations are the schema itself, and are exempt, as are tests. */
const speaksSql = /^(?:api|hosts)\/|^(?:features|demos)\/.+\/api\//;

export const statementFiles = (tree: Tree): string[] =>
  tree.paths.filter((path) => speaksSql.test(path) && isShipped(path));

/** The area that a file belongs to: `api`, `hosts/node`, `features/catalogue/brands`, whichever sub-slice it is in. */
export const areaOf = (path: string): string =>
  new RegExp(`^${areaPattern}(?=/)|^hosts/[^/]+|^[^/]+`).exec(path)?.[0] ?? path;

const declarationsByTree = new WeakMap<Tree, readonly Declaration[]>();

/** Every `pgTable` in shipped code. */
export function declarationsOf(tree: Tree): readonly Declaration[] {
  const known = declarationsByTree.get(tree);
  if (known) return known;
  const declarations = tree.paths
    .filter((path) => isShipped(path) && tree.read(path).includes("pgTable("))
    .flatMap((path) => declarationsIn(parseSource(tree, path)));
  declarationsByTree.set(tree, declarations);
  return declarations;
}

const declarationsIn = ({ path, nodes, lineAt }: Source): Declaration[] =>
  nodes.flatMap((node) => {
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return [];
    const { init } = node;
    if (init?.type !== "CallExpression" || !isNamed(init.callee, "pgTable")) return [];
    return [{ path, line: lineAt(node.start), variable: node.id.name, table: textOf(init.arguments[0]) }];
  });

/** The tables that a file has a name for: those it imports or declares, and other names that it gives them. */
export function tablesNamedIn(tree: Tree, path: string): ReadonlyMap<string, string> {
  const declared = new Map(
    declarationsOf(tree).flatMap(({ path: file, variable, table }) =>
      table === null ? [] : [[`${file} ${variable}`, table] as const],
    ),
  );
  const tables = new Map<string, string>();
  const add = (name: string, table: string | undefined) => void (table !== undefined && tables.set(name, table));
  for (const node of parseSource(tree, path).nodes) {
    if (node.type === "ImportDeclaration") {
      for (const specifier of node.specifiers) {
        if (specifier.type !== "ImportSpecifier" || specifier.imported.type !== "Identifier") continue;
        add(specifier.local.name, declared.get(`${targetOf(path, node.source.value)} ${specifier.imported.name}`));
      }
    } else if (node.type === "VariableDeclarator" && node.id.type === "Identifier") {
      add(node.id.name, declared.get(`${path} ${node.id.name}`));
      if (node.init?.type === "Identifier") add(node.id.name, tables.get(node.init.name));
    }
  }
  return tables;
}

/** The tables that a file writes, through Drizzle, through a store of the record kernel, and in SQL. */
export function writesIn(tree: Tree, path: string): Use[] {
  const tables = tablesNamedIn(tree, path);
  const { nodes, lineAt } = parseSource(tree, path);
  return nodes.flatMap((node) => {
    const written = [...builderWrites(node, tables), ...storeWrites(node, tables), ...sqlWrites(node, tables)];
    return written.map((table) => ({ path, line: lineAt(node.start), table }));
  });
}

/** `ctx.db.insert(brandsTable)`. For other names the table is unknown, which counts only for calls on the database. */
function builderWrites(node: Node, tables: ReadonlyMap<string, string>): string[] {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  const { object, property } = node.callee;
  if (!["insert", "update", "delete"].some((verb) => isNamed(property, verb))) return [];
  const [target] = node.arguments;
  const table = target?.type === "Identifier" ? tables.get(target.name) : undefined;
  if (table !== undefined) return [table];
  const isDatabase = isNamed(object.type === "MemberExpression" ? object.property : object, "db");
  return isDatabase ? ["computed"] : [];
}

/** `recordStore({ table: brandsTable })`. */
function storeWrites(node: Node, tables: ReadonlyMap<string, string>): string[] {
  if (node.type !== "CallExpression" || !isNamed(node.callee, "recordStore")) return [];
  const [options] = node.arguments;
  if (options?.type !== "ObjectExpression") return [];
  return options.properties.flatMap((property) => {
    if (property.type !== "Property" || !isNamed(property.key, "table")) return [];
    return property.value.type === "Identifier" ? (tables.get(property.value.name) ?? []) : [];
  });
}

const writing =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]\w*|\?)|\bupdate\s+(?:only\s+)?"?([a-z_]\w*|\?)(?=[\s\S]*?\bset\b)/gi;

function sqlWrites(node: Node, tables: ReadonlyMap<string, string>): string[] {
  const text = sqlIn(node, tables);
  return [...text.matchAll(writing)].map(([, written, updated]) => {
    const table = written ?? updated ?? "?";
    return table === "?" ? "computed" : table;
  });
}

const reading = /(?<!\bdistinct\s+)\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?"?([a-z_]\w*)/gi;

/** The statements of a file that spell the name of a table where they read, each with all the tables that it spells. */
export function readsSpelledIn(tree: Tree, path: string): (Omit<Use, "table"> & { readonly tables: string[] })[] {
  const { nodes, lineAt } = parseSource(tree, path);
  const tagged = new Set(
    nodes.flatMap((node) => (node.type === "TaggedTemplateExpression" && isNamed(node.tag, "sql") ? [node.quasi] : [])),
  );
  return nodes.flatMap((node) => {
    const text = sqlIn(node, new Map());
    // Prose speaks of tables too.
    const isStatement = tagged.has(node as never) || /^\s*(?:select|with|insert|update|delete|from|join)\b/.test(text);
    const tables = isStatement ? [...text.matchAll(reading)].flatMap(([, table]) => table ?? []) : [];
    return tables.length > 0 ? [{ path, line: lineAt(node.start), tables: [...new Set(tables)] }] : [];
  });
}

/** The tables whose whole rows a file reads: `db.select().from(brandsTable)`, `db.select({ brand: brandsTable })`. */
export function wholeRowsIn(tree: Tree, path: string): Use[] {
  const tables = tablesNamedIn(tree, path);
  const { nodes, lineAt } = parseSource(tree, path);
  return nodes.flatMap((node) =>
    [...rowsSelected(node), ...rowsFrom(node)].flatMap((name) => {
      const table = tables.get(name);
      return table === undefined ? [] : [{ path, line: lineAt(node.start), table }];
    }),
  );
}

function rowsSelected(node: Node): string[] {
  if (!isCallOf(node, "select")) return [];
  const [shown] = node.arguments;
  if (shown?.type !== "ObjectExpression") return [];
  return shown.properties.flatMap((property) =>
    property.type === "Property" && property.value.type === "Identifier" ? [property.value.name] : [],
  );
}

function rowsFrom(node: Node): string[] {
  if (!isCallOf(node, "from") || node.callee.type !== "MemberExpression") return [];
  const { object } = node.callee;
  const [source] = node.arguments;
  return isCallOf(object, "select") && object.arguments.length === 0 && source?.type === "Identifier"
    ? [source.name]
    : [];
}

/** The text of a template or of a string. Inserted tables appear by name, anything else as `?`. */
function sqlIn(node: Node, tables: ReadonlyMap<string, string>): string {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : "";
  if (node.type !== "TemplateLiteral") return "";
  return node.quasis.map(({ value }, place) => value.raw + insertedText(node.expressions[place], tables)).join("");
}

function insertedText(node: Node | undefined, tables: ReadonlyMap<string, string>): string {
  if (node === undefined) return "";
  if (node.type === "Identifier") return tables.get(node.name) ?? "?";
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return "?";
  return isNamed(node.callee.property, "identifier") ? (textOf(node.arguments[0]) ?? "?") : "?";
}

/** A call of a method of this name. */
const isCallOf = (node: Node, name: string): node is Node & { type: "CallExpression" } =>
  node.type === "CallExpression" && node.callee.type === "MemberExpression" && isNamed(node.callee.property, name);

const isNamed = (node: Node, name: string): boolean => node.type === "Identifier" && node.name === name;

const textOf = (node: Node | undefined): string | null =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
