import { type Position, positionOf, cursorOf } from "#base/eventCursor.ts";
import { heartbeatMs, streamRefusals } from "#base/live.ts";
import { Refusal } from "#base/refusal.ts";
import type { Authenticate } from "#api/app.ts";
import { actorOf, type Ctx, type Live } from "#api/context.ts";
import { deliver, prepare, reset } from "#api/live/delivery.ts";
import { sweepPresence } from "#api/live/presence.ts";
import { eventsMax, moveCommitted, readEvents, readOldest, readPosition, renewEpoch } from "#api/live/sequence.ts";
import { encode, frame, heartbeat, type LiveStream, openStream } from "#api/live/stream.ts";
import { rightsTag } from "#api/rightsTag.ts";
import { rootReason } from "#api/rootReason.ts";

/** The event stream of this process: moves what was committed to its order, reads it, and sends it. */
export type LiveHub = Live & {
  /** `everyMs`: how often it looks without being woken, for what other processes write. */
  readonly start: (systemContext: () => Ctx, options?: { readonly everyMs?: number }) => void;
  /** Looks now. Resolves when all that was committed before is sent. */
  readonly look: () => Promise<void>;
  /** Ends every stream, and accepts no further ones. */
  readonly endStreams: () => void;
  /** Stops looking, after the look that is going on. */
  readonly stop: () => Promise<void>;
  readonly streamCount: () => number;
};

type Body = LiveStream["body"];

const usualLimits = { perSession: 4, perProcess: 500, retryAfterSeconds: 5 };
const pauseMs = 50;
const usualEveryMs = 250;
/** Rights that end by themselves, and sessions that expire, are noticed after this long. */
const confirmEveryMs = 1000;
const presenceEveryMs = 5000;

type State = {
  readonly authenticate: Authenticate;
  readonly limits: typeof usualLimits;
  readonly streams: Set<LiveStream>;
  systemContext: (() => Ctx) | null;
  position: Position | null;
  /** The look that is going on. */
  turn: Promise<void>;
  isEnding: boolean;
  isFailing: boolean;
  confirmedAt: number;
  sweptAt: number;
  heartAt: number;
};

export function createLive(authenticate: Authenticate, limits = usualLimits): LiveHub {
  const state: State = {
    authenticate,
    limits,
    streams: new Set(),
    systemContext: null,
    position: null,
    turn: Promise.resolve(),
    isEnding: false,
    isFailing: false,
    confirmedAt: 0,
    sweptAt: 0,
    heartAt: 0,
  };
  const runner = runAtMostEvery(pauseMs, () => inTurn(state, () => lookSafely(state)));
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start: (systemContext, { everyMs = usualEveryMs } = {}) => {
      state.systemContext = systemContext;
      timer = setInterval(runner.wake, everyMs);
      runner.wake();
    },
    wake: runner.wake,
    look: () => inTurn(state, () => lookOnce(state)),
    cursor: () => (state.position === null ? null : cursorOf(state.position)),
    open: (ctx, input) => open(state, ctx, input),
    streamCount: () => state.streams.size,
    endStreams: () => {
      state.isEnding = true;
      for (const stream of state.streams) stream.close();
    },
    stop: async () => {
      clearInterval(timer);
      await runner.stop();
    },
  };
}

function inTurn(state: State, work: () => Promise<void>): Promise<void> {
  const done = state.turn.then(work);
  state.turn = done.catch(() => {});
  return done;
}

/** Runs `work` after each call of `wake`, never twice at a time, and with a pause in between. */
function runAtMostEvery(ms: number, work: () => Promise<void>) {
  let isStopped = false;
  let isRequested = false;
  let running: Promise<void> | null = null;
  let endedAt = 0;
  const run = async () => {
    const wait = endedAt + ms - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    isRequested = false;
    if (!isStopped) await work();
    endedAt = performance.now();
    running = null;
    if (isRequested) wake();
  };
  const wake = () => {
    isRequested = true;
    if (!isStopped) running ??= run();
  };
  return {
    wake,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

/** A database that can't be reached is noted once, and tried again at the next turn. */
async function lookSafely(state: State): Promise<void> {
  try {
    await lookOnce(state);
    state.isFailing = false;
  } catch (error) {
    if (!state.isFailing) state.systemContext!().log.warn("event stream paused", { reason: rootReason(error) });
    state.isFailing = true;
  }
}

async function lookOnce(state: State): Promise<void> {
  if (state.systemContext === null) return;
  const ctx = state.systemContext();
  if (isDue(state, "sweptAt", presenceEveryMs, Date.parse(ctx.now))) await sweepPresence(ctx);
  while (await moveCommitted(ctx)) continue;
  const newest = (await readPosition(ctx)) ?? (await beginEpoch(ctx));
  if (state.position?.epoch !== newest.epoch) resetAll(state, newest);
  while (state.position!.seq < newest.seq) await sendNext(state, ctx, newest);
  if (state.streams.size > 0 && isDue(state, "confirmedAt", confirmEveryMs)) await confirmStreams(state, ctx);
  if (isDue(state, "heartAt", heartbeatMs)) beat(state);
}

async function beginEpoch(ctx: Ctx): Promise<Position> {
  await renewEpoch(ctx);
  const position = await readPosition(ctx);
  if (position === null) throw new Error("the event stream has no epoch");
  return position;
}

/** `now`: by the clock that it is about, which is that of the database's rows for presence. */
function isDue(
  state: State,
  what: "confirmedAt" | "sweptAt" | "heartAt",
  everyMs: number,
  now = performance.now(),
): boolean {
  if (state[what] !== 0 && Math.abs(now - state[what]) < everyMs) return false;
  state[what] = now;
  return true;
}

/** The next events, to every stream that had those before. */
async function sendNext(state: State, ctx: Ctx, newest: Position): Promise<void> {
  const { epoch, seq } = state.position!;
  // Without an open stream, only the place matters.
  if (state.streams.size === 0) return void (state.position = newest);
  const events = await readEvents(ctx, seq);
  if (events.some(({ resource }) => ctx.catalogue.live.get(resource)?.isAboutRights)) await confirmStreams(state, ctx);
  const receivers = [...state.streams].filter(({ isCurrent }) => isCurrent);
  const chunkOf = await prepare(ctx, { streams: receivers, events, epoch });
  const position = { epoch, seq: events.at(-1)?.seq ?? newest.seq };
  // From here on nothing waits, so that a stream that is opened meanwhile either gets these events or catches up.
  for (const stream of receivers) deliver(stream, chunkOf(stream.actor)!, position);
  state.position = position;
  for (const stream of state.streams) if (stream.isCurrent && !receivers.includes(stream)) void catchUp(state, stream);
}

function resetAll(state: State, position: Position): void {
  state.position = position;
  for (const stream of state.streams) reset(stream, position);
}

function beat({ streams, position }: State): void {
  const chunk = heartbeat(position!);
  for (const stream of streams) if (stream.isCurrent && !stream.isFull()) stream.send(chunk);
}

/** Reads again who is behind each stream: one statement for all, as simultaneous look-ups share one. */
async function confirmStreams(state: State, ctx: Ctx): Promise<void> {
  state.confirmedAt = performance.now();
  const actors = new Map<string, ReturnType<typeof actorBehind>>();
  for (const { token } of state.streams) if (!actors.has(token)) actors.set(token, actorBehind(state, ctx, token));
  await Promise.all(
    [...state.streams].map(async (stream) => {
      const actor = (await actors.get(stream.token)) ?? null;
      if (actor === null) {
        stream.send(encode(frame("session", { isOver: true })));
        return stream.close();
      }
      const rights = rightsTag(actor);
      const isNews = rights !== rightsTag(stream.actor);
      stream.actor = actor;
      if (isNews) stream.send(encode(frame("session", { rights })));
    }),
  );
}

/** Null if the session is over. An open stream is no use of it, and so keeps none alive. */
async function actorBehind({ authenticate }: State, ctx: Ctx, token: string) {
  try {
    const request = new Request("http://localhost/", { headers: { "x-access-token": token } });
    return await authenticate(ctx, request, { isUse: false });
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null;
    throw error;
  }
}

async function open(state: State, ctx: Ctx, { token, lastEventId }: Parameters<Live["open"]>[1]): Promise<Body> {
  const { streams, limits } = state;
  const actor = actorOf(ctx);
  const { position } = state;
  const ofSession = [...streams].filter((stream) => stream.actor.sessionId === actor.sessionId).length;
  if (state.isEnding || position === null || streams.size >= limits.perProcess || ofSession >= limits.perSession)
    throw streamRefusals.too_many_streams({ retryAfterSeconds: limits.retryAfterSeconds });
  const after = lastEventId === undefined ? position : positionOf(lastEventId);
  const stream = openStream({ token, actor, seq: after?.seq ?? -1 }, (closed) => void streams.delete(closed));
  streams.add(stream);
  stream.send(encode(frame("hello", { cursor: cursorOf(position) })));
  if (after?.epoch !== position.epoch) reset(stream, position);
  void catchUp(state, stream);
  return stream.body;
}

/**
 * Sends what a stream has missed, as fast as its receiver takes it, until it is where the others are. If it can't be
 * known what that was, the receiver is asked to read again.
 */
async function catchUp(state: State, stream: LiveStream): Promise<void> {
  stream.isCurrent = false;
  const ctx = state.systemContext!();
  try {
    const { seq } = state.position!;
    const isUnknown = stream.seq > seq || (stream.seq < seq && stream.seq < (await readOldest(ctx)) - 1);
    if (isUnknown) reset(stream, state.position!);
    while (!stream.isClosed() && stream.seq < state.position!.seq) {
      await sendMissed(state, ctx, stream);
      await stream.drained();
    }
    stream.isCurrent = true;
  } catch (error) {
    // Its client tries again.
    ctx.log.warn("event stream broke off", { reason: rootReason(error) });
    stream.close();
  }
}

async function sendMissed(state: State, ctx: Ctx, stream: LiveStream): Promise<void> {
  const { epoch, seq } = state.position!;
  const read = await readEvents(ctx, stream.seq);
  // What the others have not had yet comes with theirs.
  const events = read.filter((event) => event.seq <= seq);
  const chunk = (await prepare(ctx, { streams: [stream], events, epoch }))(stream.actor);
  // Meanwhile its rights or the epoch have changed: again.
  if (chunk === null || state.position!.epoch !== epoch) return;
  deliver(stream, chunk, { epoch, seq: read.length < eventsMax ? seq : (events.at(-1)?.seq ?? seq) });
}
