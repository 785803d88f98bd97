import type { Importer } from "#api/importer.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { printLine, runJobs } from "#hosts/node/testing/jobProgram.ts";

// A program for the kill tests: pauses after writing the given chunk of an import and before committing it, to be killed
// there.

const [settings = "{}", now = "", lastChunk = "1"] = process.argv.slice(2);

let chunks = 0;
const importer: Importer = {
  ...brandsImporter,
  write: async (ctx, rows, source) => {
    await brandsImporter.write(ctx, rows as never, source);
    chunks += 1;
    printLine(`chunk ${chunks}`);
    if (chunks === Number(lastChunk)) await new Promise(() => {});
  },
};

runJobs({ settings, now, features: [importsFeature([importer])], permissions: ["brands.import"] });
