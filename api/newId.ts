import { uuidv7 } from "#base/ids.ts";
import type { Instant } from "#base/time.ts";

/** The id of a record that the server makes by itself, as of the moment of the call that does so. */
export const newId = ({ now }: { readonly now: Instant }): string =>
  uuidv7(Date.parse(now), crypto.getRandomValues(new Uint8Array(16)));
