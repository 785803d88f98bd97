import type { Operation } from "#base/contract.ts";
import { type Pace, rateLimits, refusalOfPace } from "#base/rateLimits.ts";
import { addMs, type Instant } from "#base/time.ts";
import type { Catalogue, Ctx } from "#api/context.ts";
import { networkOf } from "#api/networks.ts";
import { addAttempts, countAttempt, type Limit } from "#api/throttle.ts";

/**
 * Counts expensive calls, and refuses with `exports_too_fast`, `imports_too_fast`, `previews_too_fast` or
 * `searches_too_fast` above the limit. Public operations are counted by the caller's network, each operation
 * separately, and refused with `rate_limited`. For every other call it does nothing, and waits for nothing.
 *
 * All processes count together. Files and previews are counted in the database, one by one. Of searches and public
 * calls each process counts a few in memory before it adds them to the shared count, as one statement for each would
 * cost more than the limit saves.
 */
export async function enforceRateLimit(ctx: Ctx, operation: Operation, input: unknown): Promise<void> {
  const pace = paceOf(operation, input);
  if (pace === null || (ctx.actor === null && pace !== "anonymous")) return;
  const limit = limitOf(ctx, operation, pace);
  const { windowMs } = rateLimits[pace];
  const isTogether = pace === "search" || pace === "anonymous";
  const retryAfterSeconds = isTogether
    ? await countTogether(ctx, limit, windowMs)
    : await countAttempt(ctx, [limit], windowMs);
  if (retryAfterSeconds !== null) throw refusalOfPace[pace]({ maximum: limit.max, retryAfterSeconds });
}

/** Refuses like `enforceRateLimit`, for a search that starts before its caller is confirmed. Counts nothing. */
export function refuseUsedUp(ctx: Ctx, operation: Operation, input: unknown): void {
  if (paceOf(operation, input) !== "search") return;
  const limit = limitOf(ctx, operation, "search");
  const window = windowsByApi.get(ctx.catalogue)?.get(limit.key);
  if (window === undefined || window.endsAt <= ctx.now || window.count < limit.max) return;
  throw refusalOfPace.search({ maximum: limit.max, retryAfterSeconds: secondsUntil(ctx.now, window.endsAt) });
}

function limitOf({ actor, address, settings }: Ctx, { method, path }: Operation, pace: Pace): Limit {
  const caller = pace === "anonymous" ? `${method} ${path}:${networkOf(address)}` : actor!.userId;
  return { key: `${pace}:${caller}`, max: settings.rateLimits?.[pace] ?? rateLimits[pace].max };
}

/**
 * The rate limit for a call with this input; null for most. Exports and searches are recognised by their kind, so that
 * no area forgets theirs; other expensive operations declare a `pace`.
 */
function paceOf(operation: Operation, input: unknown): Pace | null {
  if (operation.permission === "public") return "anonymous";
  if (isPreview(operation)) return "preview";
  if (operation.pace !== undefined) return operation.pace;
  if (operation.reply === "csv") return operation.holdsNoRecords ? null : "export";
  return searchesIn(input) ? "search" : null;
}

/**
 * Whether an operation previews a change, usually by making it and rolling it back. Recognised by its path, so that
 * none is forgotten.
 */
export const isPreview = ({ method, path }: Pick<Operation, "method" | "path">): boolean =>
  method === "POST" && /\/(?:preview|impact)$/.test(path);

/** The rate limit that an operation may have, whatever its input. For the API reference. */
export function possiblePace(operation: Operation): Pace | null {
  const { shape = {} } = operation.input._zod.def as { shape?: object };
  return paceOf(operation, { search: "search" in shape ? "any" : "" });
}

function searchesIn(input: unknown): boolean {
  const { search } = (input ?? {}) as { search?: unknown };
  return typeof search === "string" && search.trim() !== "";
}

/** The count that a process has for one limit in its current window. */
type Window = {
  /** The count of all processes, as far as this one knows. */
  count: number;
  /** Those not yet added to the shared count. */
  untold: number;
  endsAt: Instant;
};

/** By API. The newest window is last. */
const windowsByApi = new WeakMap<Catalogue, Map<string, Window>>();
const windowsMax = 10_000;
/**
 * A process adds this many at a time to the shared count, so that a search costs a tenth of a statement, and the first
 * few none.
 */
const batchMax = 10;

/**
 * Like `countAttempt`, but mostly in this process's memory: each process lets through at most nine more than the limit.
 */
async function countTogether(ctx: Ctx, limit: Limit, lengthMs: number): Promise<number | null> {
  const window = windowOf(ctx, limit.key, lengthMs);
  window.count++;
  window.untold++;
  if (window.untold >= batchMax && window.count <= limit.max) {
    const by = window.untold;
    window.untold = 0;
    const shared = await addAttempts(ctx, limit.key, { by, lengthMs });
    // Includes calls that this process counted in the meantime.
    window.count = shared.count + window.untold;
    window.endsAt = shared.endsAt;
  }
  return window.count <= limit.max ? null : secondsUntil(ctx.now, window.endsAt);
}

function windowOf({ catalogue, now }: Ctx, key: string, lengthMs: number): Window {
  const windows = windowsByApi.get(catalogue) ?? new Map<string, Window>();
  windowsByApi.set(catalogue, windows);
  const known = windows.get(key);
  if (known !== undefined && known.endsAt > now) return known;
  windows.delete(key);
  if (windows.size >= windowsMax) windows.delete(windows.keys().next().value!);
  const window = { count: 0, untold: 0, endsAt: addMs(now, lengthMs) };
  windows.set(key, window);
  return window;
}

const secondsUntil = (now: Instant, endsAt: Instant) =>
  Math.max(1, Math.ceil((Date.parse(endsAt) - Date.parse(now)) / 1000));
