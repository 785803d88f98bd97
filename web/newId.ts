import { uuidv7 } from "#base/ids.ts";

/**
 * A client-side record id. It is kept and sent with every attempt, so that a second click or a lost response doesn't
 * create a second record. Not `randomUUID`, which is missing on pages without TLS.
 */
export const newId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
