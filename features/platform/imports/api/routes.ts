import { importRunSource } from "#features/platform/imports/api/service/runSource.ts";
import type { Importer } from "#api/importer.ts";
import { importTemplate } from "#api/importTemplate.ts";
import type { JobHandler } from "#api/jobs.ts";
import { type Feature, serve } from "#api/serve.ts";
import { imports } from "#features/platform/imports/contract.ts";
import { listChanges } from "#features/platform/imports/api/service/changes.ts";
import { runCheck } from "#features/platform/imports/api/service/checks.ts";
import { runCommit, startCommit, stopImport } from "#features/platform/imports/api/service/commits.ts";
import { fixRows } from "#features/platform/imports/api/service/fixes.ts";
import { startCheck } from "#features/platform/imports/api/service/mappings.ts";
import {
  describeImporter,
  importerFor,
  listOwnImports,
  ownImport,
  viewImport,
} from "#features/platform/imports/api/service/ownImports.ts";
import { importRecords } from "#features/platform/imports/api/service/personalRecords.ts";
import { badRowsCsv, listProblems } from "#features/platform/imports/api/service/problems.ts";
import { checkJob, commitJob, type RunRequest } from "#features/platform/imports/api/service/runs.ts";
import { uploadImport, uploadWorkbook } from "#features/platform/imports/api/service/uploads.ts";

/** Imports files into the areas that declare an importer. */
export const importsFeature = (importers: readonly Importer[]): Feature => ({
  routes: serve(imports, {
    describe: async (ctx, { resource, language }) => describeImporter(importerFor(ctx, importers, resource), language),
    template: async (ctx, { resource }) => importTemplate(importerFor(ctx, importers, resource)),
    list: (ctx, { resource, language }) => listOwnImports(ctx, importerFor(ctx, importers, resource), { language }),
    upload: (ctx, input) => uploadImport(ctx, importerFor(ctx, importers, input.resource), input),
    uploadWorkbook: (ctx, input) => uploadWorkbook(ctx, importerFor(ctx, importers, input.resource), input),
    read: async (ctx, { importId, language }) => viewImport(await ownImport(ctx, importers, importId), language),
    check: async (ctx, input) => startCheck(ctx, await ownImport(ctx, importers, input.importId), input),
    problems: async (ctx, input) => listProblems(ctx, await ownImport(ctx, importers, input.importId), input),
    fix: async (ctx, input) => fixRows(ctx, await ownImport(ctx, importers, input.importId), input),
    changes: async (ctx, input) => listChanges(ctx, await ownImport(ctx, importers, input.importId), input),
    badRows: async (ctx, { importId, language }) =>
      badRowsCsv(ctx, await ownImport(ctx, importers, importId), language),
    commit: async (ctx, input) => startCommit(ctx, await ownImport(ctx, importers, input.importId), input),
    stop: async (ctx, { importId, language }) => stopImport(ctx, await ownImport(ctx, importers, importId), language),
  }),
  personal: [importRecords],
  runs: importRunSource,
  jobs: [job(checkJob, runCheck, importers), job(commitJob, runCommit, importers)],
});

const job = (kind: string, run: typeof runCheck, importers: readonly Importer[]): JobHandler => ({
  kind,
  lane: "imports",
  run: (ctx, payload) => run(ctx, importers, payload as RunRequest),
});
