import { connect, type Socket } from "node:net";
import { percentile } from "#benches/percentile.ts";

/** Requests at a fixed rate, whether or not earlier ones were answered, as from real users. */
export type OpenLoad = {
  readonly port: number;
  readonly perSecond: number;
  readonly durationMs: number;
  /** Used in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

/** The number of responses by kind, and their times in milliseconds. */
export type OpenLoadResult = {
  readonly sent: number;
  readonly servedPerSecond: number;
  readonly served99Ms: number;
  readonly turnedAway: number;
  readonly turnedAway95Ms: number;
  readonly withoutRetryAfter: number;
  readonly timedOut: number;
  readonly otherwise: Readonly<Record<string, number>>;
};

// The client's timeout (spec 000 §9).
const patienceMs = 4_000;
const connectionsMax = 2_000;
const tickMs = 5;

type Answer = { readonly status: string; readonly ms: number; readonly hasRetryAfter: boolean };

export async function runOpenLoad({ port, perSecond, durationMs, paths, headers }: OpenLoad): Promise<OpenLoadResult> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const texts = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n`);
  const idle: Socket[] = [];
  const answers: Answer[] = [];
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  let sent = 0;
  let open = 0;
  const take = async (socket: Socket, text: string) => {
    const answer = await ask(socket, text);
    answers.push(answer);
    if (answer.status === "200" || answer.status === "503") idle.push(socket);
    else open--;
  };
  while (performance.now() - startedAt < durationMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; sent < due && (idle.length > 0 || open < connectionsMax); sent++) {
      const known = idle.pop();
      if (known === undefined) open++;
      const socket = known ?? connect({ port, host: "127.0.0.1", noDelay: true }).on("error", () => {});
      underWay.push(take(socket, texts[sent % texts.length]!));
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const servedInTime = answers.filter(({ status }) => status === "200").length;
  await Promise.all(underWay);
  for (const socket of idle) socket.destroy();
  return { sent, servedPerSecond: servedInTime / seconds, ...summed(answers) };
}

function summed(answers: readonly Answer[]) {
  const of = (status: string) => answers.filter((answer) => answer.status === status);
  const timesOf = (status: string) => of(status).map(({ ms }) => ms);
  const others = answers.filter(({ status }) => !["200", "503", "timed out"].includes(status));
  const otherwise: Record<string, number> = {};
  for (const { status } of others) otherwise[status] = (otherwise[status] ?? 0) + 1;
  return {
    served99Ms: percentile(timesOf("200"), 0.99),
    turnedAway: of("503").length,
    turnedAway95Ms: percentile(timesOf("503"), 0.95),
    withoutRetryAfter: of("503").filter(({ hasRetryAfter }) => !hasRetryAfter).length,
    timedOut: of("timed out").length,
    otherwise,
  };
}

/** Resolves with the response to one request, or after the client's timeout. */
function ask(socket: Socket, text: string): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let received = "";
    const end = (status: string) => {
      clearTimeout(timer);
      socket.off("data", take).off("close", lose);
      if (status === "timed out") socket.destroy();
      resolve({ status, ms: performance.now() - startedAt, hasRetryAfter: /\r\nretry-after: \d/i.test(received) });
    };
    const take = (chunk: Buffer) => {
      received += chunk.toString("latin1");
      if (isWhole(received)) end(received.slice(9, 12));
    };
    const lose = () => end("closed");
    const timer = setTimeout(() => end("timed out"), patienceMs);
    socket.on("data", take).on("close", lose);
    socket.write(text);
  });
}

function isWhole(received: string): boolean {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd))?.[1];
  return length === undefined ? received.endsWith("\r\n0\r\n\r\n") : received.length >= headEnd + 4 + Number(length);
}
