import type { Operation } from "#base/contract.ts";
import { type Pace, paceOf, paces, refusalOfPace } from "#base/paces.ts";
import { addMs, type Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { countAttempt } from "#api/throttle.ts";

/**
 * Counts a call that is dear, and refuses with `exports_too_fast`, `imports_too_fast` or `searches_too_fast` whoever asks
 * too often. For every other call it does nothing, and waits for nothing.
 *
 * Files are counted in the database, which all processes share. Searches are counted by each process in its memory, as
 * a statement would cost each of them more than most of the harm: two processes let through twice as many.
 */
export async function keepPace(ctx: Ctx, operation: Operation, input: unknown): Promise<void> {
  const pace = ctx.actor === null ? null : paceOf(operation, input);
  if (pace === null) return;
  const maximum = ctx.settings.paces?.[pace] ?? paces[pace].max;
  const asked = { key: `${pace}:${ctx.actor!.userId}`, max: maximum };
  const retryAfterSeconds =
    pace === "search" ? countHere(ctx.now, asked, pace) : await countAttempt(ctx, [asked], paces[pace].windowMs);
  if (retryAfterSeconds !== null) throw refusalOfPace[pace]({ maximum, retryAfterSeconds });
}

type Window = { count: number; readonly endsAt: Instant };

/** The one that began last stands last. */
const windows = new Map<string, Window>();
const windowsMax = 10_000;

/** As `countAttempt`, in the memory of this process. */
function countHere(now: Instant, { key, max }: { key: string; max: number }, pace: Pace): number | null {
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
