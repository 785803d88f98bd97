import type { Operation } from "#base/contract.ts";
import { type Pace, paces, refusalOfPace } from "#base/paces.ts";
import { addMs, type Instant } from "#base/time.ts";
import type { Catalogue, Ctx } from "#api/context.ts";
import { networkOf } from "#api/networks.ts";
import { countAttempt } from "#api/throttle.ts";

/**
 * Counts a call that is dear, and refuses with `exports_too_fast`, `imports_too_fast`, `previews_too_fast` or
 * `searches_too_fast` whoever asks too often. What answers without a session is counted by the caller's network, each
 * operation by itself, and refused with `rate_limited`. For every other call it does nothing, and waits for nothing.
 *
 * Files and previews are counted in the database, which all processes share. Searches and calls without a session are
 * counted by each process in its memory, as a statement would cost each of them more than most of the harm: two processes
 * let through twice as many.
 */
export async function keepPace(ctx: Ctx, operation: Operation, input: unknown): Promise<void> {
  const pace = paceOf(operation, input);
  if (pace === null || (ctx.actor === null && pace !== "anonymous")) return;
  const maximum = ctx.settings.paces?.[pace] ?? paces[pace].max;
  const caller =
    pace === "anonymous" ? `${operation.method} ${operation.path}:${networkOf(ctx.address)}` : ctx.actor!.userId;
  const asked = { key: `${pace}:${caller}`, max: maximum };
  const isCountedHere = pace === "search" || pace === "anonymous";
  const retryAfterSeconds = isCountedHere
    ? countHere(ctx, asked, pace)
    : await countAttempt(ctx, [asked], paces[pace].windowMs);
  if (retryAfterSeconds !== null) throw refusalOfPace[pace]({ maximum, retryAfterSeconds });
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

type Window = { count: number; readonly endsAt: Instant };

/** Of each API. The one that began last stands last. */
const windowsByApi = new WeakMap<Catalogue, Map<string, Window>>();
const windowsMax = 10_000;

/** As `countAttempt`, in the memory of this process. */
function countHere({ catalogue, now }: Ctx, { key, max }: { key: string; max: number }, pace: Pace): number | null {
  const windows = windowsByApi.get(catalogue) ?? new Map<string, Window>();
  windowsByApi.set(catalogue, windows);
  const known = windows.get(key);
  if (known === undefined || known.endsAt <= now) {
    windows.delete(key);
    if (windows.size >= windowsMax) windows.delete(windows.keys().next().value!);
    windows.set(key, { count: 1, endsAt: addMs(now, paces[pace].windowMs) });
    return null;
  }
  known.count++;
  if (known.count <= max) return null;
  return Math.max(1, Math.ceil((Date.parse(known.endsAt) - Date.parse(now)) / 1000));
}
