import { clientIdLength } from "#base/eventCursor.ts";

/** Of this page, for as long as it is open. */
export const clientId = Math.random().toString(36).slice(2).padEnd(clientIdLength, "0").slice(0, clientIdLength);

let last = 0;

/** The id of a call: who sent it, when, and a number. An event of its change carries it back. */
export const nextRequestId = () => `${clientId}-${Date.now().toString(36)}-${++last}`;
