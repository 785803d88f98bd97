import type { Input, Operation, Output } from "#base/contract.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import type { FirstStep, HomeFigure, HomeParts, HomeQueue } from "#api/home.ts";
import { readActivity } from "#features/platform/home/api/service/activity.ts";
import { readFigures } from "#features/platform/home/api/service/figures.ts";
import { readFirstSteps } from "#features/platform/home/api/service/firstSteps.ts";
import type { home } from "#features/platform/home/contract.ts";
import { figureNames, queueNames, shownOf } from "#features/platform/home/rules.ts";

/** The declarations of all areas. */
type Home = {
  readonly figures: readonly HomeFigure[];
  readonly queues: readonly HomeQueue[];
  readonly steps: readonly FirstStep[];
};

export const gatherHome = (parts: readonly HomeParts[]): Home => ({
  figures: parts.flatMap(({ figures = [] }) => figures),
  queues: parts.flatMap(({ queues = [] }) => queues),
  steps: parts.flatMap(({ steps = [] }) => steps),
});

/** Only what the caller may call, each with the permission of its own operation. */
export async function readHome(
  ctx: Ctx,
  { figures, queues, steps }: Home,
  { period }: Input<typeof home.read>,
): Promise<Output<typeof home.read>> {
  const { permissions } = actorOf(ctx);
  const may = ({ operation }: { readonly operation: Operation }) => permissions.has(operation.permission);
  const [readQueues, readFigureValues, activity, firstSteps] = await Promise.all([
    Promise.all(
      shownOf(queueNames, queues.filter(may)).map(async ({ name, operation, read }) => {
        const { total, rows } = await read({ ...ctx, permission: operation.permission });
        return { name, total, rows: [...rows] };
      }),
    ),
    readFigures(ctx, shownOf(figureNames, figures.filter(may)), period),
    readActivity(ctx),
    readFirstSteps(ctx, steps),
  ]);
  return { queues: readQueues, figures: readFigureValues, activity, firstSteps };
}
