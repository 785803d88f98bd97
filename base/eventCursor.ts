// Apart from base/live.ts, as the login page needs no more of it than this.

/** A place in the stream. Cursors of different epochs have nothing to do with each other. */
export type Position = { readonly epoch: string; readonly seq: number };

export const cursorOf = ({ epoch, seq }: Position): string => `${epoch}.${seq}`;

export function positionOf(cursor: string): Position | null {
  const { epoch, seq } = /^(?<epoch>[a-z0-9]{1,40})\.(?<seq>\d{1,15})$/.exec(cursor)?.groups ?? {};
  return epoch === undefined ? null : { epoch, seq: Number(seq) };
}

/** The header of a response to GET: events after it may have changed what was answered. */
export const cursorHeader = "x-event-cursor";
/** The header with which a stream continues after the last event that arrived. */
export const lastEventHeader = "last-event-id";

/** The id of an open page: the beginning of the `x-request-id` of its calls. */
export const clientOf = (requestId: string): string => requestId.slice(0, clientIdLength);
export const clientIdLength = 8;
