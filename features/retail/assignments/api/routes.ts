import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { assignmentsImporter } from "#features/retail/assignments/api/import.ts";
import { assignmentJobs } from "#features/retail/assignments/api/jobs.ts";
import { seedAssignments } from "#features/retail/assignments/api/seed.ts";
import { readAssignmentActivity, readRetailerActivity } from "#features/retail/assignments/history/api/activity.ts";
import { listCandidates } from "#features/retail/assignments/panes/api/candidates.ts";
import { exportAssignments } from "#features/retail/assignments/api/service/exports.ts";
import { assignmentFollower } from "#features/retail/assignments/api/service/eventHandlers.ts";
import { assignmentsHome } from "#features/retail/assignments/api/service/home.ts";
import { listAssignments } from "#features/retail/assignments/api/service/lists.ts";
import { readMatrix } from "#features/retail/assignments/matrix/api/matrix.ts";
import { applyChange, previewChange } from "#features/retail/assignments/changes/api/plan.ts";
import { getAssignment } from "#features/retail/assignments/api/service/records.ts";
import { assignmentRows } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { listRetailers, readRetailer } from "#features/retail/assignments/api/service/retailers.ts";
import { updateAssignment } from "#features/retail/assignments/changes/api/updates.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { assignmentDecisions } from "#features/retail/assignments/contract/changes.ts";

export const assignmentsFeature: Feature = {
  routes: serve(assignments, {
    listShops: listRetailers,
    shop: readRetailer,
    shopActivity: readRetailerActivity,
    list: listAssignments,
    candidates: listCandidates,
    matrix: readMatrix,
    exportCsv: exportAssignments,
    importTemplate: async () => importTemplate(assignmentsImporter),
    get: getAssignment,
    activity: readAssignmentActivity,
    update: updateAssignment,
    preview: previewChange,
    apply: applyChange,
  }),
  scopedRows: [assignmentRows],
  live: [{ resource: "assignments", read: assignments.get, rows: assignmentRows }],
  decisions: [assignmentDecisions],
  importers: [assignmentsImporter],
  jobs: assignmentJobs,
  home: assignmentsHome,
  eventHandlers: [assignmentFollower],
  seed: seedAssignments,
};
