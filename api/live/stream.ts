import type { Position } from "#base/eventCursor.ts";
import type { Frames, FrameKind } from "#base/live.ts";
import { cursorOf } from "#base/eventCursor.ts";
import type { Actor } from "#api/context.ts";

/** More than this waiting for a slow receiver: they are better served by reading again. */
const queuedBytesMax = 256 * 1024;

/** One open stream. It has a place of its own until it has caught up with the others. */
export type LiveStream = {
  readonly token: string;
  actor: Actor;
  seq: number;
  /** It has had everything up to the hub’s position, and gets what follows as the hub reads it. */
  isCurrent: boolean;
  readonly isClosed: () => boolean;
  /** As much waits for the receiver as may. */
  readonly isFull: () => boolean;
  readonly send: (chunk: Uint8Array) => void;
  /** Resolves when the receiver has taken at least half of it, or has gone. */
  readonly drained: () => Promise<void>;
  readonly close: () => void;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
};

const encoder = new TextEncoder();

/** A frame as it is written: with an id, the receiver can continue after it. */
export function frame<Kind extends FrameKind>(kind: Kind, data: Frames[Kind], after?: Position): string {
  const id = after === undefined ? "" : `id: ${cursorOf(after)}\n`;
  return `event: ${kind}\n${id}data: ${JSON.stringify(data)}\n\n`;
}

/** A comment, which moves the place to continue after, too. */
export const heartbeat = (position: Position): Uint8Array => encode(`: \nid: ${cursorOf(position)}\n\n`);

export const encode = (text: string): Uint8Array => encoder.encode(text);

/** Ends when the receiver goes away. */
export function openStream(
  caller: { readonly token: string; readonly actor: Actor; readonly seq: number },
  onClosed: (stream: LiveStream) => void,
): LiveStream {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
  let waiting: (() => void)[] = [];
  const room = () => (controller === null ? queuedBytesMax : (controller.desiredSize ?? 0));
  const resolveWaiting = () => {
    if (room() < queuedBytesMax / 2) return;
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve();
  };
  const end = () => {
    if (controller === null) return;
    controller = null;
    resolveWaiting();
    onClosed(stream);
  };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    { start: (given) => void (controller = given), pull: resolveWaiting, cancel: end },
    new ByteLengthQueuingStrategy({ highWaterMark: queuedBytesMax }),
  );
  const stream: LiveStream = {
    ...caller,
    isCurrent: false,
    body,
    isClosed: () => controller === null,
    isFull: () => room() <= 0,
    send: (chunk) => controller?.enqueue(chunk as Uint8Array<ArrayBuffer>),
    drained: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        resolveWaiting();
      }),
    close: () => {
      controller?.close();
      end();
    },
  };
  return stream;
}
