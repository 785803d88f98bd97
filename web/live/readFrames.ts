import type { FrameKind, Frames } from "#base/live.ts";

/** A frame of the event stream; `null` for a comment, which only says that the stream is alive. */
export type Frame = { readonly [Kind in FrameKind]: { readonly kind: Kind; readonly data: Frames[Kind] } }[FrameKind];
export type StreamPart = { readonly frame: Frame | null; readonly lastEventId: string | null };

/**
 * The frames of a stream as they arrive, each with the id to continue after. Ends with the stream, or throws with it.
 * With `signal` the reader goes away, and the other side learns of it.
 */
export async function* readFrames(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<StreamPart> {
  const reader = body.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave, { once: true });
  const decoder = new TextDecoder();
  let lastEventId: string | null = null;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = new Map(block.split("\n").map((line) => fieldOf(line)));
        lastEventId = fields.get("id") ?? lastEventId;
        yield { frame: frameOf(fields), lastEventId };
      }
    }
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}

const fieldOf = (line: string): readonly [string, string] => {
  const colon = line.indexOf(": ");
  return [line.slice(0, colon), line.slice(colon + 2)];
};

function frameOf(fields: ReadonlyMap<string, string>): Frame | null {
  const kind = fields.get("event");
  return kind === undefined ? null : ({ kind, data: JSON.parse(fields.get("data") ?? "null") } as Frame);
}
