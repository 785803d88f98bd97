import { sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import {
  type CertifierEvent,
  inForceCount,
  recordCertifierEvent,
} from "#features/halal/certifiers/api/service/certifierEvents.ts";
import { certifierStore as store } from "#features/halal/certifiers/api/store.ts";
import type { CertifierRecord } from "#features/halal/certifiers/api/tables.ts";
import { certifierRefusals, type certifiers } from "#features/halal/certifiers/contract.ts";
import { type Certifier, certifierLifecycle } from "#features/halal/certifiers/contract/certifiers.ts";

// One lifecycle behind two operations with a permission each, which refuse for reasons of their own. So the transitions of
// the kernel, which have one permission, do not fit.

type Change = Input<typeof certifiers.suspend>;

/** Suspends a certifier, as previewed. Assignments that rely only on its certificates pause in the same transaction. */
export const suspendCertifier = (ctx: Ctx, input: Change): Promise<Certifier> =>
  changeSuspension(ctx, "suspended", input);

/** Ends a suspension, as previewed. Assignments that it paused resume if nothing else blocks them. */
export const reinstateCertifier = (ctx: Ctx, input: Change): Promise<Certifier> =>
  changeSuspension(ctx, "active", input);

/** The consequences of a transition: makes it and rolls it back. Refuses as the transition does. */
export const previewSuspension = (ctx: Ctx, { id, to }: Input<typeof certifiers.previewStatus>): Promise<Impact> =>
  runAndRollBack(ctx, async (inner) => {
    const before = await store.lock(inner, { id });
    return impactOf(inner, await suspend(inner, before, to, "preview"), before.version);
  });

const changeSuspension = (
  ctx: Ctx,
  to: "suspended" | "active",
  { id, version, reason, fingerprint }: Change,
): Promise<Certifier> =>
  inTransaction(ctx, async (inner) => {
    const before = await store.lock(inner, { id, version });
    await requireFingerprint(inner, await suspend(inner, before, to, reason), fingerprint, before.version);
    return store.handlers.get(inner, { id });
  });

function suspend(ctx: Ctx, before: CertifierRecord, to: "suspended" | "active", reason: string) {
  const { certifier_archived, certifier_suspended, certifier_not_suspended } = certifierRefusals;
  if (before.status === "archived") throw certifier_archived();
  if (before.status === to) throw to === "suspended" ? certifier_suspended() : certifier_not_suspended();
  return writeStatus(ctx, before, to, reason);
}

/**
 * Archives a certifier, or restores it. Refuses with `not_found`, `version_conflict` and `duplicate_body`, with
 * `certifier_in_use` while it has certificates in force, and with `certifier_suspended` while it is suspended.
 */
export async function changeCertifierStatus(
  ctx: Ctx,
  { id, version, to }: Input<typeof certifiers.changeStatus>,
): Promise<Certifier> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const before = await store.lock(inner, { id, version });
      if (before.status === "suspended") throw certifierRefusals.certifier_suspended();
      if (before.status !== to) {
        if (to === "archived") await requireUnused(inner, id);
        await writeStatus(inner, before, to);
      }
      return store.handlers.get(inner, { id });
    });
  } catch (error) {
    throw await store.refusalOf(ctx, error, undefined);
  }
}

async function requireUnused(ctx: Ctx, id: string): Promise<void> {
  const result = await ctx.db.execute(sql`select ${inForceCount(id, ctx.now)} as count`);
  const [{ count }] = (result as { rows: [{ count: number }] }).rows;
  if (count > 0) throw certifierRefusals.certifier_in_use({ count });
}

/** Makes a transition of the lifecycle, with its event. Returns the consequences. */
async function writeStatus(
  ctx: Ctx,
  before: CertifierRecord,
  status: Certifier["status"],
  reason?: string,
): Promise<readonly SideEffect[]> {
  const { action, event } = certifierLifecycle.find(before, status)!;
  // As SQL, so that the entry only says the status: it has the reason and the time itself.
  const columns = { status, statusReason: sql`${reason ?? null}`, statusChangedAt: sql`${ctx.now}::timestamptz` };
  await store.set(ctx, [before], columns, () => ({ action, reason }));
  return recordCertifierEvent(ctx, before, event as CertifierEvent);
}
