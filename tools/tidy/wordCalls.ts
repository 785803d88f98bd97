import type { Node } from "oxc-parser";
import type { Source } from "#tools/source.ts";

/** A place where a screen asks for words. */
export type WordCall = {
  /** The key, or what is known of it before its first computed part. */
  readonly key: string;
  readonly isPrefix: boolean;
  /** Where it may come from: more than one when a file calls the words of two features alike. */
  readonly namespaces: readonly string[];
  readonly line: number;
  /** Offset of the key in the text. */
  readonly start: number;
};

/**
 * The calls of what `useWords(namespace)` gave, by the name it has in this file: `const words = useWords("home")`, then
 * `words("title")`. A key that is computed from its first letter on says nothing, and is left out.
 */
export function wordCallsIn({ nodes, lineAt }: Source): WordCall[] {
  const namespacesByName = new Map<string, string[]>();
  for (const node of nodes) {
    const found = namespaceIn(node);
    if (found) namespacesByName.set(found.name, [...(namespacesByName.get(found.name) ?? []), found.namespace]);
  }
  return nodes.flatMap((node) => {
    if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return [];
    const namespaces = namespacesByName.get(node.callee.name);
    const [argument] = node.arguments;
    if (!namespaces || !argument) return [];
    return keysIn(argument).map((key) => ({ ...key, namespaces, line: lineAt(argument.start), start: argument.start }));
  });
}

function namespaceIn(node: Node): { name: string; namespace: string } | undefined {
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return undefined;
  const call = node.init;
  if (call?.type !== "CallExpression" || call.callee.type !== "Identifier" || call.callee.name !== "useWords")
    return undefined;
  const [argument] = call.arguments;
  if (argument === undefined) return { name: node.id.name, namespace: "shell" };
  // A namespace that is passed in is known only where it is passed.
  return argument.type === "Literal" && typeof argument.value === "string"
    ? { name: node.id.name, namespace: argument.value }
    : undefined;
}

/** A key may be chosen: `words(isNew ? "create" : "save")` asks for two. */
function keysIn(argument: Node): Pick<WordCall, "key" | "isPrefix">[] {
  if (argument.type === "ConditionalExpression") return [...keysIn(argument.consequent), ...keysIn(argument.alternate)];
  if (argument.type === "Literal" && typeof argument.value === "string")
    return [{ key: argument.value, isPrefix: false }];
  if (argument.type !== "TemplateLiteral") return [];
  const key = argument.quasis[0]?.value.cooked ?? "";
  return key === "" ? [] : [{ key, isPrefix: argument.expressions.length > 0 }];
}
