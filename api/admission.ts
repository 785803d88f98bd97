import { commonRefusals } from "#base/refusal.ts";
import { secondMs } from "#base/time.ts";

/**
 * Calls in a lane wait for each other. Slow operations have a lane of their own, and so does signing in
 * (docs/decisions/0055).
 */
export type Lane = "usual" | "long" | "signIn";

/** Decides which calls are served immediately, which wait, and which are rejected. */
export type Admission = {
  /** Whether a call would be rejected now. */
  readonly isFull: (lane: Lane) => boolean;
  /** A quick check for every call: whether any lane is full. */
  readonly isAnyFull: () => boolean;
  /** Refuses with `server_busy`: immediately if the lane is full, and later if no place becomes free in time. */
  readonly admit: <Result>(lane: Lane, work: () => Promise<Result>) => Promise<Result>;
};

/** The number of calls served at a time and of those waiting, and the longest wait. */
export type LaneLimits = { readonly servedMax: number; readonly waitingMax: number; readonly waitMaxMs: number };

/**
 * Usual calls: one for each database connection, and two more, as calls also do other things. A call that has waited
 * one second has nearly three left of the client's four.
 */
const defaults: Readonly<Record<Lane, LaneLimits>> = {
  usual: { servedMax: 12, waitingMax: 256, waitMaxMs: secondMs },
  long: { servedMax: 4, waitingMax: 32, waitMaxMs: 10 * secondMs },
  signIn: { servedMax: 8, waitingMax: 128, waitMaxMs: secondMs },
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
    isAnyFull: () => lanes.usual.isFull() || lanes.long.isFull() || lanes.signIn.isFull(),
    admit: (lane, work) => lanes[lane].admit(work),
  };
}

type QueuedCall = { readonly enter: () => void; readonly turnAway: () => void; readonly waitsUntil: number };

function createLane({ servedMax, waitingMax, waitMaxMs }: LaneLimits, now: () => number) {
  let served = 0;
  const waiting: QueuedCall[] = [];
  // The smoothed time per call. If all places are taken, one becomes free in this time divided by their number.
  let takenMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Slow calls wait for processors, mostly the database's, or for each other's locks. A few at a time finish as fast as
   * many, and leave this process time to reject the others.
   */
  const places = () => (takenMs > slowMs ? Math.ceil(servedMax / 3) : servedMax);

  /** A new call would wait too long: too many calls are queued, or they would take longer than `waitMaxMs`. */
  const isFull = () =>
    served >= places() && (waiting.length >= waitingMax || ((waiting.length + 1) * takenMs) / places() > waitMaxMs);

  const rejectOverdue = () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && waiting[0]!.waitsUntil <= now()) waiting.shift()!.turnAway();
    if (waiting.length > 0) timer = setTimeout(rejectOverdue, waiting[0]!.waitsUntil - now());
  };

  const leave = (enteredAt: number) => {
    const sampleMs = now() - enteredAt;
    takenMs = takenMs === 0 ? sampleMs : takenMs + (sampleMs - takenMs) * smoothing;
    rejectOverdue();
    served--;
    while (served < places() && waiting.length > 0) {
      served++;
      waiting.shift()!.enter();
    }
  };

  const place = () =>
    new Promise<void>((enter, reject) => {
      waiting.push({ enter, turnAway: () => reject(busy()), waitsUntil: now() + waitMaxMs });
      timer ??= setTimeout(rejectOverdue, waitMaxMs);
    });

  const admit = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isFull()) throw busy();
    if (served < places()) served++;
    else await place();
    const enteredAt = now();
    try {
      return await work();
    } finally {
      leave(enteredAt);
    }
  };
  return { isFull, admit };
}

const smoothing = 0.1;
const slowMs = 100;

export const busyRetryAfterSeconds = 1;
const busy = () => commonRefusals.server_busy({ retryAfterSeconds: busyRetryAfterSeconds });
