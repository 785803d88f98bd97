import type { Route } from "#api/serve.ts";
import type { TableFile } from "#api/tableFile.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { exportsFeature } from "#features/platform/exports/api/routes.ts";
import { printLine, runJobs } from "#hosts/node/testing/jobProgram.ts";

// A program for the kill tests: pauses after reading so many rows of an export, to be killed there.

const [settings = "{}", now = "", lastRow = "0"] = process.argv.slice(2);

const routes = brandsFeature.routes.map((route): Route => {
  if (route.operation !== brands.exportCsv) return route;
  const handle: Route["handle"] = async (ctx, input) => {
    const file = (await route.handle(ctx, input)) as TableFile;
    let read = 0;
    const readUntil: TableFile["read"] = async function* (after) {
      for await (const batch of file.read(after)) {
        read += batch.rows.length;
        if (read > Number(lastRow)) {
          printLine("paused");
          await new Promise(() => {});
        }
        yield batch;
      }
    };
    return { ...file, read: readUntil };
  };
  return { ...route, handle };
});

runJobs({ settings, now, features: [exportsFeature(routes)], permissions: ["brands.read", "brands.export"] });
