import type { BulkService } from "#api/bulkBatches.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { bulkRunsFeature } from "#features/platform/bulk-runs/api/routes.ts";
import { printLine, runJobs } from "#hosts/node/testing/jobProgram.ts";

// A program for the kill tests: pauses after changing the records of the given batch of a bulk run, or setting them back,
// and before committing it, to be killed there.

const [settings = "{}", now = "", lastBatch = "1", permissions = ""] = process.argv.slice(2);

let batches = 0;
const pauseAtLast = async () => {
  batches += 1;
  printLine(`batch ${batches}`);
  if (batches === Number(lastBatch)) await new Promise(() => {});
};
const services = brandsFeature.bulk!.map((service): BulkService => {
  const actionOf: BulkService["actionOf"] = async (ctx, input) => {
    const action = await service.actionOf(ctx, input);
    const change: typeof action.change = async (inner, rows) => {
      const changed = await action.change(inner, rows);
      await pauseAtLast();
      return changed;
    };
    const { undo } = action;
    const setBack: NonNullable<typeof undo>["setBack"] = async (inner, rows) => {
      await undo!.setBack(inner, rows);
      await pauseAtLast();
    };
    return { ...action, change, undo: undo && { ...undo, setBack } };
  };
  return { ...service, actionOf };
});

runJobs({
  settings,
  now,
  features: [brandsFeature, bulkRunsFeature(services)],
  permissions: permissions.split(" "),
});
