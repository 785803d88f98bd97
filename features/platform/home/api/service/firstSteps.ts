import { eq, sql } from "drizzle-orm";
import { actorOf, type Ctx, type PersonalRecords } from "#api/context.ts";
import type { FirstStep } from "#api/home.ts";
import { dismissalsTable as table } from "#features/platform/home/api/tables.ts";
import { type FirstSteps, firstStepNames } from "#features/platform/home/contract.ts";

/** The steps that the caller may do, for all records: they say whether any user has done them. */
export async function readFirstSteps(ctx: Ctx, steps: readonly FirstStep[]): Promise<FirstSteps> {
  const { permissions, userId } = actorOf(ctx);
  const own = firstStepNames.flatMap((name) => {
    const step = steps.find((each) => each.name === name);
    return step && permissions.get(step.operation.permission)?.includes("all") ? [{ name, isDone: step.isDone }] : [];
  });
  if (own.length === 0) return { steps: [], isDismissed: false };
  const isDismissed = sql`exists (select from ${table} where ${table.userId} = ${userId}::uuid)`;
  const answers = sql.join([isDismissed, ...own.map(({ isDone }) => isDone)], sql`, `);
  const found = await ctx.db.execute(sql`select array[${answers}] as answers`);
  const [dismissed, ...done] = (found as { rows: { answers: boolean[] }[] }).rows[0]!.answers;
  const listed = own.map(({ name }, place) => ({ name, isDone: done[place]! }));
  return { steps: listed.every(({ isDone }) => isDone) ? [] : listed, isDismissed: dismissed! };
}

export async function dismissFirstSteps(
  ctx: Ctx,
  steps: readonly FirstStep[],
  { isDismissed }: { readonly isDismissed: boolean },
): Promise<FirstSteps> {
  const { userId } = actorOf(ctx);
  if (isDismissed) await ctx.db.insert(table).values({ userId, dismissedAt: ctx.now }).onConflictDoNothing();
  else await ctx.db.delete(table).where(eq(table.userId, userId));
  return readFirstSteps(ctx, steps);
}

export const homeRecords: PersonalRecords = {
  name: "home",
  read: async (ctx, { userId }) => {
    const [found] = await ctx.db.select().from(table).where(eq(table.userId, userId));
    return found === undefined ? null : { firstStepsDismissedAt: found.dismissedAt };
  },
  erase: async (ctx, { userId }) => {
    await ctx.db.delete(table).where(eq(table.userId, userId));
  },
};
