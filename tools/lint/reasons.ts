import type { Node } from "oxc-parser";
import { targetOf } from "#tools/imports.ts";
import { isSource, isTest, parseSource, type Source } from "#tools/source.ts";
import type { Tree, TreeRule } from "#tools/tree.ts";

/** The field for the reason of a change. Whatever draws it asks for a reason. */
const reasonField = "web/ui/ReasonInput.tsx#ReasonInput";

/**
 * Reasons in a part of a layer that scrolls. In a `SidePanel` they are passed as `pinned`, so that a phone shows them
 * beside a long impact as well (shell.md 9, 32). A dialog has no such part, so it asks for none.
 */
export const scrolledReasons: TreeRule = (tree) => {
  const asksReason = reasonFinder(tree);
  return screensOf(tree).flatMap(({ source, components }) =>
    components.flatMap(({ uses }) =>
      uses
        .filter(({ place, keys }) => place === "scrolled" && keys.some(asksReason))
        .map(
          ({ name, at }) =>
            `${source.path}:${source.lineAt(at)}: ${name} asks for a reason where it scrolls out of view; pass it as pinned of a SidePanel`,
        ),
    ),
  );
};

/** The files whose panels pass a reason as `pinned`. */
export const pinnedReasons: TreeRule = (tree) => {
  const asksReason = reasonFinder(tree);
  return screensOf(tree)
    .filter(({ components }) =>
      components.some(({ uses }) => uses.some(({ place, keys }) => place === "pinned" && keys.some(asksReason))),
    )
    .map(({ source }) => source.path);
};

type Use = {
  readonly name: string;
  readonly at: number;
  /** `open`: its surroundings decide. */
  readonly place: "pinned" | "scrolled" | "open";
  /** The components that it may be, as `path#name`, or `path#*` for one of a file that is loaded later. */
  readonly keys: readonly string[];
};
type Component = { readonly key: string; readonly uses: readonly Use[] };
type Screen = { readonly source: Source; readonly components: readonly Component[] };

const screensByTree = new WeakMap<Tree, readonly Screen[]>();

function screensOf(tree: Tree): readonly Screen[] {
  const known = screensByTree.get(tree);
  if (known) return known;
  const paths = tree.paths.filter((path) => path.endsWith(".tsx") && isSource(path) && !isTest(path));
  const screens = paths.map((path) => screenOf(parseSource(tree, path)));
  screensByTree.set(tree, screens);
  return screens;
}

/** Whether a component draws the field of a reason, itself or by what it draws, and not as the `pinned` of a panel. */
function reasonFinder(tree: Tree): (key: string) => boolean {
  const components = screensOf(tree).flatMap((screen) => screen.components);
  const asking = new Set([reasonField]);
  for (let before = 0; before < asking.size; ) {
    before = asking.size;
    for (const { key, uses } of components) {
      if (!uses.some(({ place, keys }) => place === "open" && keys.some((each) => asking.has(each)))) continue;
      asking.add(key);
      asking.add(`${key.split("#")[0]}#*`);
    }
  }
  return (key) => asking.has(key);
}

type Range = { readonly start: number; readonly end: number };
const isIn = (at: number, { start, end }: Range) => start <= at && at < end;

function screenOf(source: Source): Screen {
  const [program] = source.nodes;
  const statements = program?.type === "Program" ? program.body : [];
  const declared = statements.flatMap((statement) =>
    namesOf(statement).map((name) => ({ name, start: statement.start, end: statement.end })),
  );
  const imported = new Map(source.nodes.flatMap((node) => importedKeys(source.path, node)));
  const layers = source.nodes.filter((node) => layerNames.has(elementName(node)));
  const pinned = source.nodes.filter((node) => node.type === "JSXAttribute" && node.name.name === "pinned");
  const placeOf = (at: number): Use["place"] => {
    if (!layers.some((layer) => isIn(at, layer) && at !== layer.start)) return "open";
    return pinned.some((attribute) => isIn(at, attribute)) ? "pinned" : "scrolled";
  };
  const keyOf = (name: string) =>
    imported.get(name) ?? (declared.some((one) => one.name === name) ? `${source.path}#${name}` : null);
  const components = declared.map((own): Component => {
    const drawn = source.nodes.filter((node) => isIn(node.start, own));
    return {
      key: `${source.path}#${own.name}`,
      uses: drawn.flatMap((node): Use[] => {
        const later = laterPath(source.path, node);
        if (later !== null) return [{ name: own.name, at: node.start, place: "open", keys: [`${later}#*`] }];
        const name = elementName(node);
        const key = name === "" ? null : keyOf(name);
        return key === null ? [] : [{ name, at: node.start, place: placeOf(node.start), keys: [key] }];
      }),
    };
  });
  return { source, components };
}

const layerNames: ReadonlySet<string> = new Set(["SidePanel", "Dialog"]);

/** `SidePanel` of `<SidePanel …>`; empty for anything else. */
const elementName = (node: Node): string =>
  node.type === "JSXElement" && node.openingElement.name.type === "JSXIdentifier" ? node.openingElement.name.name : "";

/** The path of `import("#web/…")`. */
const laterPath = (path: string, node: Node): string | null =>
  node.type === "ImportExpression" && node.source.type === "Literal" ? targetOf(path, String(node.source.value)) : null;

/** What a statement imports, with the key of each. */
function importedKeys(path: string, node: Node): (readonly [string, string])[] {
  if (node.type !== "ImportDeclaration") return [];
  const target = targetOf(path, node.source.value);
  return node.specifiers.flatMap((one) =>
    one.type === "ImportSpecifier" && one.imported.type === "Identifier"
      ? [[one.local.name, `${target}#${one.imported.name}`] as const]
      : [],
  );
}

/** The names that a statement declares. */
function namesOf(statement: Node): string[] {
  if (statement.type === "ExportNamedDeclaration") return statement.declaration ? namesOf(statement.declaration) : [];
  if (statement.type === "FunctionDeclaration") return statement.id ? [statement.id.name] : [];
  if (statement.type !== "VariableDeclaration") return [];
  return statement.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}
