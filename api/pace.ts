import type { Operation } from "#base/contract.ts";
import { type Pace, paces, refusalOfPace } from "#base/paces.ts";
import { addMs, type Instant } from "#base/time.ts";
import type { Catalogue, Ctx } from "#api/context.ts";
import { networkOf } from "#api/networks.ts";
import { addAttempts, countAttempt, type Limit } from "#api/throttle.ts";

/**
 * Counts a call that is dear, and refuses with `exports_too_fast`, `imports_too_fast`, `previews_too_fast` or
 * `searches_too_fast` whoever asks too often. What answers without a session is counted by the caller's network, each
 * operation by itself, and refused with `rate_limited`. For every other call it does nothing, and waits for nothing.
 *
 * All processes count together. Files and previews are counted in the database, one by one. Of searches and calls without
 * a session each process counts a few in its memory before it tells the others, as a statement for each would cost more
 * than most of the harm.
 */
export async function keepPace(ctx: Ctx, operation: Operation, input: unknown): Promise<void> {
  const pace = paceOf(operation, input);
  if (pace === null || (ctx.actor === null && pace !== "anonymous")) return;
  const limit = limitOf(ctx, operation, pace);
  const { windowMs } = paces[pace];
  const isTogether = pace === "search" || pace === "anonymous";
  const retryAfterSeconds = isTogether
    ? await countTogether(ctx, limit, windowMs)
    : await countAttempt(ctx, [limit], windowMs);
  if (retryAfterSeconds !== null) throw refusalOfPace[pace]({ maximum: limit.max, retryAfterSeconds });
}

/** Refuses as `keepPace` does, for a read that begins before its caller is known. Counts nothing. */
export function refuseUsedUp(ctx: Ctx, operation: Operation, input: unknown): void {
  if (paceOf(operation, input) !== "search") return;
  const limit = limitOf(ctx, operation, "search");
  const window = windowsByApi.get(ctx.catalogue)?.get(limit.key);
  if (window === undefined || window.endsAt <= ctx.now || window.count < limit.max) return;
  throw refusalOfPace.search({ maximum: limit.max, retryAfterSeconds: secondsUntil(ctx.now, window.endsAt) });
}

function limitOf({ actor, address, settings }: Ctx, { method, path }: Operation, pace: Pace): Limit {
  const caller = pace === "anonymous" ? `${method} ${path}:${networkOf(address)}` : actor!.userId;
  return { key: `${pace}:${caller}`, max: settings.paces?.[pace] ?? paces[pace].max };
}

/**
 * The pace that a call with this input is held to; null for most. Files of records and searches are by what they are, so
 * that no area forgets it; anything else that is dear says so with `pace`.
 */
function paceOf(operation: Operation, input: unknown): Pace | null {
  if (operation.permission === "public") return "anonymous";
  if (isPreview(operation)) return "preview";
  if (operation.pace !== undefined) return operation.pace;
  if (operation.reply === "csv") return operation.holdsNoRecords ? null : "export";
  return searchesIn(input) ? "search" : null;
}

/** Says what a change would bring about, mostly by making it and undoing it. Known by its path, so that none is forgotten. */
export const isPreview = ({ method, path }: Pick<Operation, "method" | "path">): boolean =>
  method === "POST" && /\/(?:preview|impact)$/.test(path);

/** The paces that an operation may come to be held to, whatever it is sent. For the API reference. */
export function possiblePace(operation: Operation): Pace | null {
  const { shape = {} } = operation.input._zod.def as { shape?: object };
  return paceOf(operation, { search: "search" in shape ? "any" : "" });
}

function searchesIn(input: unknown): boolean {
  const { search } = (input ?? {}) as { search?: unknown };
  return typeof search === "string" && search.trim() !== "";
}

/** What a process knows of somebody's searches in this minute. */
type Window = {
  /** Of all processes, as far as this one has heard. */
  count: number;
  /** Of them, those that the others have not heard of. */
  untold: number;
  endsAt: Instant;
};

/** Of each API. The one that began last stands last. */
const windowsByApi = new WeakMap<Catalogue, Map<string, Window>>();
const windowsMax = 10_000;
/** A process tells the others of so many at a time, so that a search costs a tenth of a statement, and the first few none. */
const toldAtOnce = 10;

/**
 * As `countAttempt`, mostly in the memory of this process: all processes together let through at most nine more each.
 */
async function countTogether(ctx: Ctx, limit: Limit, lengthMs: number): Promise<number | null> {
  const window = windowOf(ctx, limit.key, lengthMs);
  window.count++;
  window.untold++;
  if (window.untold >= toldAtOnce && window.count <= limit.max) {
    const by = window.untold;
    window.untold = 0;
    const shared = await addAttempts(ctx, limit.key, { by, lengthMs });
    // Those that came to this process meanwhile are not in it yet.
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
