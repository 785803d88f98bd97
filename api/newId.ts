import { uuidv7 } from "#base/ids.ts";
import type { Instant } from "#base/time.ts";

/** An id for a record that the server creates, with the time of the current call. */
export const newId = ({ now }: { readonly now: Instant }): string => uuidv7(Date.parse(now), freshBytes());

// Random bytes for many ids at once: an import needs a hundred thousand ids, and each request for bytes is a system
// call.
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
