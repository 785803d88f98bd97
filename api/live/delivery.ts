import { cursorOf, type Position } from "#base/eventCursor.ts";
import { type Frames, type PresentAt } from "#base/live.ts";
import type { Ctx } from "#api/context.ts";
import { readPresence } from "#api/live/presence.ts";
import type { LiveEvent } from "#api/live/sequence.ts";
import { encode, frame, type LiveStream } from "#api/live/stream.ts";
import { type Reader, readerKey, type VisibleIds, visibleIdsOf } from "#api/live/visibility.ts";

/** The frames of some events for a reader; null if it is not one of those whom they were prepared for. */
type ChunkOf = (reader: Reader) => Uint8Array | null;

/** Prepares the frames of events for the readers behind these streams: once for all that receive the same. */
export async function prepare(
  ctx: Ctx,
  { streams, events, epoch }: { streams: readonly LiveStream[]; events: readonly LiveEvent[]; epoch: string },
): Promise<ChunkOf> {
  const readers = new Map(streams.map(({ actor }) => [readerKey(actor), actor]));
  const visibleTo = async ([key, reader]: readonly [string, Reader]) =>
    [key, await visibleIdsOf(ctx, reader, events)] as const;
  const [visibleIds, presence] = await Promise.all([Promise.all([...readers].map(visibleTo)), presenceIn(ctx, events)]);
  const visibleByKey = new Map(visibleIds);
  const isAddressed = ({ userId }: Reader) => events.some(({ audience }) => audience?.includes(userId));
  const shared = new Map<string, Uint8Array>();
  const write = (reader: Reader, visible: ReadonlyMap<LiveEvent, VisibleIds>): Uint8Array => {
    const frames = events.map((event) => {
      const ids = event.audience?.includes(reader.userId) ? event.ids : visible.get(event);
      return ids === undefined ? "" : frameOf(event, { ids, presence, after: { epoch, seq: event.seq } });
    });
    return encode(frames.join(""));
  };
  return (reader) => {
    const key = readerKey(reader);
    const visible = visibleByKey.get(key);
    if (visible === undefined) return null;
    if (isAddressed(reader)) return write(reader, visible);
    const chunk = shared.get(key) ?? write(reader, visible);
    shared.set(key, chunk);
    return chunk;
  };
}

/** Sends a stream its frames. A reader that is too slow is asked to read again, and its stream ends. */
export function deliver(stream: LiveStream, chunk: Uint8Array, position: Position): void {
  if (stream.isFull()) {
    reset(stream, position);
    return stream.close();
  }
  if (chunk.byteLength > 0) stream.send(chunk);
  stream.seq = position.seq;
}

/** Says that everything that the receiver has read may have changed. */
export function reset(stream: LiveStream, position: Position): void {
  stream.seq = position.seq;
  stream.send(encode(frame("reset", { cursor: cursorOf(position) }, position)));
}

type Facts = { readonly ids: readonly string[] | null; readonly presence: PresenceByPlace; readonly after: Position };

function frameOf(event: LiveEvent, { ids, presence, after }: Facts): string {
  const { kind, resource, isGone, actorId, requestId } = event;
  if (kind === "notification") return frame(kind, event.payload!, after);
  if (kind === "change") return frame(kind, { resource, ids, isGone, actorId, requestId }, after);
  const places = (ids ?? []).map((id): Frames["presence"] => ({ resource, ...presence.get(`${resource} ${id}`)! }));
  return places.map((place) => frame("presence", place, after)).join("");
}

/** By resource and id. */
type PresenceByPlace = ReadonlyMap<string, PresentAt>;

/** Who is there now, and not when the events were written. */
async function presenceIn(ctx: Ctx, events: readonly LiveEvent[]): Promise<PresenceByPlace> {
  const idsByResource = new Map<string, Set<string>>();
  for (const { kind, resource, ids } of events) {
    if (kind !== "presence" || ids === null) continue;
    idsByResource.set(resource, new Set([...(idsByResource.get(resource) ?? []), ...ids]));
  }
  const found = await Promise.all(
    [...idsByResource].map(async ([resource, ids]) =>
      (await readPresence(ctx, resource, [...ids])).map((place) => [`${resource} ${place.id}`, place] as const),
    ),
  );
  return new Map(found.flat());
}
