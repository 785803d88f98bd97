import { commonRefusals } from "#base/refusal.ts";
import { secondMs } from "#base/time.ts";

/** Calls that wait for one another. What takes seconds has a lane of its own, as has signing in (docs/decisions/0055). */
export type Lane = "usual" | "long" | "signIn";

/** Decides which calls are served at once, which wait, and which are turned away. */
export type Admission = {
  /** Whether a call would be turned away at this moment. */
  readonly isFull: (lane: Lane) => boolean;
  /** Refuses with `server_busy` at once where the lane is full, and where a place does not come free in time. */
  readonly admit: <Result>(lane: Lane, work: () => Promise<Result>) => Promise<Result>;
};

/** How many calls are served at a time, how many may wait, and how long each of those does at most. */
export type LaneLimits = { readonly servedMax: number; readonly waitingMax: number; readonly waitMaxMs: number };

/**
 * More than three times the connections to the database, as calls do more than wait for it. Whoever waits two seconds has
 * as many left of the client's four.
 */
const defaults: Readonly<Record<Lane, LaneLimits>> = {
  usual: { servedMax: 32, waitingMax: 256, waitMaxMs: 2 * secondMs },
  long: { servedMax: 8, waitingMax: 32, waitMaxMs: 10 * secondMs },
  signIn: { servedMax: 8, waitingMax: 128, waitMaxMs: 2 * secondMs },
};

export function createAdmission(
  limits: Readonly<Partial<Record<Lane, LaneLimits>>> = {},
  now: () => number = () => performance.now(),
): Admission {
  const all = { ...defaults, ...limits };
  const lanes = {
    usual: createLane(all.usual, now),
    long: createLane(all.long, now),
    signIn: createLane(all.signIn, now),
  };
  return {
    isFull: (lane) => lanes[lane].isFull(),
    admit: (lane, work) => lanes[lane].admit(work),
  };
}

type Waiting = { readonly enter: () => void; readonly turnAway: () => void; readonly waitsUntil: number };

function createLane({ servedMax, waitingMax, waitMaxMs }: LaneLimits, now: () => number) {
  let served = 0;
  const waiting: Waiting[] = [];
  // The time from one place that comes free to the next, while others wait for it, smoothed.
  let intervalMs = 0;
  let freedAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Whoever came now would wait too long: for a number of places, or for the time that they take. */
  const isFull = () =>
    served >= servedMax && (waiting.length >= waitingMax || (waiting.length + 1) * intervalMs > waitMaxMs);

  const turnAwayLate = () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && waiting[0]!.waitsUntil <= now()) waiting.shift()!.turnAway();
    if (waiting.length > 0) timer = setTimeout(turnAwayLate, waiting[0]!.waitsUntil - now());
  };

  const leave = () => {
    const at = now();
    if (freedAt !== null) intervalMs += (at - freedAt - intervalMs) * smoothing;
    turnAwayLate();
    freedAt = waiting.length > 0 ? at : null;
    const next = waiting.shift();
    if (next) next.enter();
    else served--;
    if (waiting.length === 0) {
      clearTimeout(timer);
      timer = undefined;
      // What was slow a while ago says nothing of the next who come.
      if (next === undefined) intervalMs = 0;
    }
  };

  const place = () =>
    new Promise<void>((enter, reject) => {
      waiting.push({ enter, turnAway: () => reject(busy()), waitsUntil: now() + waitMaxMs });
      timer ??= setTimeout(turnAwayLate, waitMaxMs);
    });

  const admit = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isFull()) throw busy();
    if (served < servedMax) served++;
    else await place();
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return { isFull, admit };
}

const smoothing = 0.1;

export const busyRetryAfterSeconds = 1;
const busy = () => commonRefusals.server_busy({ retryAfterSeconds: busyRetryAfterSeconds });
