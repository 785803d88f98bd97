import { live } from "#features/platform/live/contract.ts";
import type { FrameKind, Frames } from "#base/live.ts";
import { requestFor, type Transport } from "#web/call.ts";
import { type Frame, readFrames } from "#web/live/readFrames.ts";

/** An open event stream, and what has arrived in it. */
export type ListeningStream = {
  readonly status: number;
  readonly frames: Frame[];
  readonly of: <Kind extends FrameKind>(kind: Kind) => Frames[Kind][];
  readonly lastEventId: () => string | null;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  readonly close: () => void;
};

/** Opens a stream and reads whatever arrives. */
export async function listen(transport: Transport, lastEventId: string | null = null): Promise<ListeningStream> {
  const request = requestFor(live.stream, { token: "" });
  if (lastEventId !== null) request.headers.set("last-event-id", lastEventId);
  const response = await transport(request);
  const frames: Frame[] = [];
  let last = lastEventId;
  const closed = new AbortController();
  const received = response.ok ? readFrames(response.body!, closed.signal) : null;
  const read = async () => {
    if (received === null) return;
    for await (const { frame, lastEventId: id } of received) {
      last = id ?? last;
      if (frame !== null) frames.push(frame);
    }
  };
  return {
    status: response.status,
    frames,
    of: (kind) => frames.flatMap((frame) => (frame.kind === kind ? [frame.data as never] : [])),
    lastEventId: () => last,
    ended: read(),
    close: () => closed.abort(),
  };
}

/** Lets everything that was sent arrive: streams pass chunks on in later turns of the event loop. */
export const arrived = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
