import type { Node } from "oxc-parser";
import type { Source } from "#tools/source.ts";

/**
 * The offsets of message keys in the text: the first argument of the function that `useMessages(namespace)` returned,
 * by its name in this file. The compiler checks that these messages exist (web/messageKeys.ts).
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
    call?.type === "CallExpression" && call.callee.type === "Identifier" && call.callee.name === "useMessages";
  return isHook ? node.id.name : undefined;
}

/** A key may be conditional: `words(isNew ? "create" : "save")` uses two. */
const keysIn = (argument: Node): number[] =>
  argument.type === "ConditionalExpression"
    ? [...keysIn(argument.consequent), ...keysIn(argument.alternate)]
    : [argument.start];
