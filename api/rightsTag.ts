import type { Permissions } from "#base/grants.ts";
import type { Actor } from "#api/context.ts";

/** The header that informs a screen that the user's rights differ from those it last read. */
export const rightsHeader = "x-rights";

const hashesByPermissions = new WeakMap<Permissions, number>();
const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

function hashed(text: string, hash: number): number {
  let sum = hash;
  for (let place = 0; place < text.length; place++) sum = Math.imul(sum ^ text.charCodeAt(place), fnvPrime);
  return sum >>> 0;
}

/**
 * A short tag of the caller's rights: a different one means that something has changed. Neither a secret nor a proof;
 * FNV-1a, whose cost is negligible for a call.
 */
export function rightsTag({ permissions, scopes, mustFirst, isViewingAs }: Actor): string {
  let hash = hashesByPermissions.get(permissions);
  if (hash === undefined) {
    hash = hashed([...permissions].join(), fnvOffset);
    hashesByPermissions.set(permissions, hash);
  }
  const reach =
    scopes.length === 0
      ? ""
      : scopes
          .map(({ kind, target }) => `${kind}:${target}`)
          .sort()
          .join();
  return hashed(`${reach}\n${mustFirst}\n${isViewingAs}`, hash).toString(36);
}
