import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type RawRequest, receiver, textOf } from "#benches/load.ts";
import { percentile } from "#benches/percentile.ts";

/** One kind of request at a fixed rate, whether or not earlier ones were answered. */
export type PacedLoad = {
  readonly port: number;
  readonly perSecond: number;
  readonly durationMs: number;
  /** Used in turn. */
  readonly requests: readonly RawRequest[];
};
/** Times from the moment at which each request was due. */
export type PacedResult = {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly sent: number;
  readonly refused: number;
};

const tickMs = 2;

/** A response other than 200 counts as refused: a server that is too slow for the rate turns calls away. */
export async function runPacedLoad({ port, perSecond, durationMs, requests }: PacedLoad): Promise<PacedResult> {
  const idle: { socket: Socket; receive: () => Promise<void> }[] = [];
  const latencies: number[] = [];
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  const send = async (place: number) => {
    const dueAt = startedAt + (place / perSecond) * 1000;
    const connection = idle.pop() ?? open(port);
    connection.socket.write(textOf(requests[place % requests.length]!));
    await connection.receive().catch(() => refused++);
    latencies.push(performance.now() - dueAt);
    idle.push(connection);
  };
  let sent = 0;
  let refused = 0;
  while (performance.now() - startedAt < durationMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (sent < due) underWay.push(send(sent++));
    await sleep(tickMs);
  }
  await Promise.all(underWay);
  for (const { socket } of idle) socket.destroy();
  return { p50Ms: percentile(latencies, 0.5), p95Ms: percentile(latencies, 0.95), sent, refused };
}

function open(port: number) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  return { socket, receive: receiver(socket) };
}
