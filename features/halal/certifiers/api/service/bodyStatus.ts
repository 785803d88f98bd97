import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Consequence } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import {
  bodyResource,
  duplicateBody,
  getBody,
  lockBody,
  touched,
  type WholeBody,
} from "#features/halal/certifiers/api/service/bodies.ts";
import { inForceCount, recordBodyEvent } from "#features/halal/certifiers/api/service/bodyEvents.ts";
import { bodiesTable } from "#features/halal/certifiers/api/tables.ts";
import { certifierRefusals, type certifiers } from "#features/halal/certifiers/contract.ts";
import type { Body, BodyStatus } from "#features/halal/certifiers/contract/bodies.ts";

/** Suspends a body, as previewed. Assignments that rely only on its certificates pause in the same transaction. */
export const suspendBody = (ctx: Ctx, { id, version, ...step }: Input<typeof certifiers.suspend>): Promise<Body> =>
  takeStep(ctx, { id, version }, { to: "suspended", ...step });

/** Ends a suspension, as previewed. Assignments that it paused resume if nothing else blocks them. */
export const reinstateBody = (ctx: Ctx, { id, version, ...step }: Input<typeof certifiers.reinstate>): Promise<Body> =>
  takeStep(ctx, { id, version }, { to: "active", ...step });

/** The consequences of a transition: makes it and rolls it back. Refuses as the transition does. */
export const previewBodyStatus = (ctx: Ctx, { id, to }: Input<typeof certifiers.previewStatus>): Promise<Impact> =>
  runAndRollBack(ctx, async (inner) => {
    const before = await lockBody(inner, { id });
    return impactOf(inner, await changeStanding(inner, before, to, "preview"), before.version);
  });

type Step = { readonly to: "suspended" | "active"; readonly reason: string; readonly fingerprint: string };

function takeStep(
  ctx: Ctx,
  at: { readonly id: string; readonly version: number },
  { to, reason, fingerprint }: Step,
): Promise<Body> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockBody(inner, at);
    await requireFingerprint(inner, await changeStanding(inner, before, to, reason), fingerprint, before.version);
    return getBody(inner, at);
  });
}

async function changeStanding(
  ctx: Ctx,
  before: WholeBody,
  to: "suspended" | "active",
  reason: string,
): Promise<readonly Consequence[]> {
  const { certifier_archived, certifier_suspended, certifier_not_suspended } = certifierRefusals;
  if (before.status === "archived") throw certifier_archived();
  if (before.status === to) throw to === "suspended" ? certifier_suspended() : certifier_not_suspended();
  await writeStatus(ctx, before, { status: to, action: to === "suspended" ? "suspend" : "reinstate", reason });
  return recordBodyEvent(ctx, before, to === "suspended" ? "certifier.suspended" : "certifier.reinstated");
}

/**
 * Archives a body, or restores it. Refuses with `not_found`, `version_conflict` and `duplicate_body`, with
 * `certifier_in_use` while it has certificates in force, and with `certifier_suspended` while it is suspended.
 */
export async function changeBodyStatus(
  ctx: Ctx,
  { id, version, to }: Input<typeof certifiers.changeStatus>,
): Promise<Body> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const before = await lockBody(inner, { id, version });
      if (before.status === "suspended") throw certifierRefusals.certifier_suspended();
      if (before.status === to) return getBody(inner, { id });
      if (to === "archived") await requireUnused(inner, id);
      await writeStatus(inner, before, { status: to, action: to === "archived" ? "archive" : "restore" });
      // Certificates of an archived body prove nothing, like those of a suspended one, so the events are the same.
      await recordBodyEvent(inner, before, to === "archived" ? "certifier.suspended" : "certifier.reinstated");
      return getBody(inner, { id });
    });
  } catch (error) {
    throw duplicateBody(error) ?? error;
  }
}

async function requireUnused(ctx: Ctx, id: string): Promise<void> {
  const result = await ctx.db.execute(sql`select ${inForceCount(id, ctx.now)} as count`);
  const [{ count }] = (result as { rows: [{ count: number }] }).rows;
  if (count > 0) throw certifierRefusals.certifier_in_use({ count });
}

type Written = { readonly status: BodyStatus; readonly action: string; readonly reason?: string };

async function writeStatus(ctx: Ctx, before: WholeBody, { status, action, reason }: Written): Promise<void> {
  await ctx.db
    .update(bodiesTable)
    .set({ status, statusReason: reason ?? null, statusChangedAt: ctx.now, ...touched(ctx, before) })
    .where(eq(bodiesTable.id, before.id));
  const changes = changesBetween(before, { status });
  await recordAudit(ctx, [{ action, resource: bodyResource, resourceId: before.id, reason, changes }]);
}
