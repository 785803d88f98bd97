import { type Feature, serve } from "#api/serve.ts";
import { auditJobs } from "#features/access/audit/api/jobs.ts";
import {
  auditRowsOver,
  exportEntries,
  getEntry,
  listEntries,
  readTerms,
} from "#features/access/audit/api/service/entries.ts";
import { verifyChain } from "#features/access/audit/api/service/verification.ts";
import { audit, auditMenu } from "#features/access/audit/contract.ts";

/** The audit log of all areas. Each area decides which of its records a reader may see. */
export const auditFeature = (areas: readonly Feature[]): Feature => ({
  routes: serve(audit, {
    list: listEntries,
    terms: readTerms,
    exportCsv: exportEntries,
    get: getEntry,
    verify: verifyChain,
  }),
  menu: [auditMenu],
  scopedRows: [auditRowsOver(areas.flatMap((area) => area.scopedRows ?? []))],
  jobs: auditJobs,
});
