import { uuidv7 } from "#base/ids.ts";
import type { Instant } from "#base/time.ts";

/** The id of a record that the server makes by itself, as of the moment of the call that does so. */
export const newId = ({ now }: { readonly now: Instant }): string => uuidv7(Date.parse(now), freshBytes());

// Drawn for many at once: a file makes a hundred thousand ids, and each draw of its own is a call to the system.
const drawn = new Uint8Array(16 * 256);
let used = drawn.length;

function freshBytes(): Uint8Array {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  used += 16;
  return drawn.subarray(used - 16, used);
}
