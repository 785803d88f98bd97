import type { Permissions } from "#base/grants.ts";
import type { Actor } from "#api/context.ts";

/** The header that tells a screen that its person's rights are others than when it last read them. */
export const rightsHeader = "x-rights";

const textsByPermissions = new WeakMap<Permissions, string>();

/**
 * A short mark of what somebody may do: another one means that something has changed. It is no secret and no proof; FNV-1a,
 * which costs nothing beside a call.
 */
export function rightsTag({ permissions, scopes, mustFirst, isViewingAs }: Actor): string {
  const known = textsByPermissions.get(permissions) ?? [...permissions].join();
  textsByPermissions.set(permissions, known);
  const reach = scopes.map(({ kind, target }) => `${kind}:${target}`).sort();
  const text = [known, reach.join(), mustFirst, isViewingAs].join("\n");
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(36);
}
