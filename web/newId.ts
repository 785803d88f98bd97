import { uuidv7 } from "#base/ids.ts";

/**
 * The id of a record that is made here. It is kept and sent with every attempt, so that a second click or a lost answer makes
 * no second record. Not `randomUUID`, which pages without TLS do not have.
 */
export const newId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
