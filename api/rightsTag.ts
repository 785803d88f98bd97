import type { Permissions } from "#base/grants.ts";
import type { Actor } from "#api/context.ts";

/** The header that tells a screen that its person's rights are others than when it last read them. */
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
 * A short mark of what somebody may do: another one means that something has changed. It is no secret and no proof; FNV-1a,
 * which costs nothing beside a call.
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
