import { connect, type Socket } from "node:net";
import { percentile } from "#benches/percentile.ts";

/** One kind of request, sent repeatedly. `{uuid}` and `{n}` in its headers and body are replaced with a new value each time. */
export type Load = {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Used in turn. */
  readonly requests: readonly RawRequest[];
};
export type RawRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type LoadResult = {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
};

/** Sends the next request after each response, on each connection. Throws at the first response other than 200. */
export async function runLoad({ port, connections, durationMs, requests }: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const endsAt = performance.now() + durationMs;
  let sent = 0;
  const work = async () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const receive = receiver(socket);
    for (let now = performance.now(); now < endsAt; ) {
      socket.write(textOf(requests[sent++ % requests.length]!));
      await receive();
      const answeredAt = performance.now();
      latencies.push(answeredAt - now);
      now = answeredAt;
    }
    socket.destroy();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  const at = (share: number) => percentile(latencies, share);
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), perSecond: latencies.length / seconds };
}

export function textOf({ method, path, headers, body }: RawRequest): string {
  const fresh = (text: string) => text.replaceAll(/\{(uuid|n)\}/g, () => crypto.randomUUID());
  const sentBody = fresh(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${fresh(value)}\r\n`);
  const length = sentBody === "" ? "" : `content-length: ${Buffer.byteLength(sentBody)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}${length}\r\n${sentBody}`;
}

/** Resolves with each complete response. A client library would cost more than the measured servers. */
export function receiver(socket: Socket): () => Promise<void> {
  let received = Buffer.alloc(0);
  let waitForIdle: { resolve: () => void; reject: (error: Error) => void } | null = null;
  const look = () => {
    const length = waitForIdle === null ? 0 : lengthOf(received);
    if (length === 0 || received.length < length) return;
    const status = received.subarray(9, 12).toString("latin1");
    const answer = received.toString();
    received = received.subarray(length);
    const { resolve, reject } = waitForIdle!;
    waitForIdle = null;
    if (status === "200") resolve();
    else reject(new Error(`answered ${answer.slice(0, 600)}`));
  };
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    look();
  });
  socket.on("error", (error) => waitForIdle?.reject(error));
  socket.on("close", () => waitForIdle?.reject(new Error("the server closed the connection")));
  return () =>
    new Promise((resolve, reject) => {
      waitForIdle = { resolve, reject };
      look();
    });
}

/** The length of the response in bytes; 0 while it is unknown. */
function lengthOf(received: Buffer): number {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return 0;
  const head = received.toString("latin1", 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return headEnd + 4 + Number(length);
  const end = received.indexOf("\r\n0\r\n\r\n", headEnd + 2);
  return end < 0 ? 0 : end + 7;
}
