import type { Node } from "oxc-parser";
import type { Source } from "#tools/source.ts";

/**
 * Where the keys of messages stand, as offsets in the text: the first argument of what `useWords(namespace)` gave, by the
 * name it has in this file. Whether there are such messages is seen by the compiler (web/messageKeys.ts).
 */
export function messageKeysIn({ nodes }: Source): Set<number> {
  const names = new Set(nodes.flatMap((node) => translateIn(node) ?? []));
  return new Set(
    nodes.flatMap((node) => {
      const isCall = node.type === "CallExpression" && node.callee.type === "Identifier" && names.has(node.callee.name);
      return isCall && node.arguments[0] ? keysIn(node.arguments[0]) : [];
    }),
  );
}

function translateIn(node: Node): string | undefined {
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return undefined;
  const call = node.init;
  const isHook =
    call?.type === "CallExpression" && call.callee.type === "Identifier" && call.callee.name === "useWords";
  return isHook ? node.id.name : undefined;
}

/** A key may be chosen: `words(isNew ? "create" : "save")` asks for two. */
const keysIn = (argument: Node): number[] =>
  argument.type === "ConditionalExpression"
    ? [...keysIn(argument.consequent), ...keysIn(argument.alternate)]
    : [argument.start];
