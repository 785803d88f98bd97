import { inBatches } from "#api/bulkBatches.ts";
import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { certificatesImporter } from "#features/halal/certificates/import/api/importer.ts";
import { certificateJobs } from "#features/halal/certificates/api/jobs.ts";
import { seedCertificates } from "#features/halal/certificates/samples/api/seed.ts";
import {
  applyAssignment,
  assignmentOf,
  listReviewers,
  previewAssignment,
} from "#features/halal/certificates/review/api/reviewers.ts";
import {
  applyReminder,
  previewReminder,
  reminderOf,
  remindHolder,
} from "#features/halal/certificates/emails/api/reminders.ts";
import {
  createCertificate,
  removeCertificate,
  updateCertificate,
} from "#features/halal/certificates/record/api/changes.ts";
import { readCalendar } from "#features/halal/certificates/calendar/api/calendar.ts";
import { findHolders, readChoices } from "#features/halal/certificates/record/api/lookups.ts";
import { readQueue } from "#features/halal/certificates/review/api/queue.ts";
import { certificateDocuments, setDocuments } from "#features/halal/certificates/record/api/documents.ts";
import { exportCertificates } from "#features/halal/certificates/api/service/exports.ts";
import {
  previewImpact,
  previewWithdrawal,
  reduceScope,
  suspendCertificate,
  withdrawCertificate,
} from "#features/halal/certificates/validity/api/impact.ts";
import { applyLinks, previewLinks } from "#features/halal/certificates/scope/api/productLinks.ts";
import {
  addLines,
  linkLines,
  listLines,
  previewLinkLines,
  removeLines,
} from "#features/halal/certificates/scope/api/lines.ts";
import { certificatesHome } from "#features/halal/certificates/api/service/home.ts";
import {
  countCertificatesByState,
  listCertificates,
  searchableCertificates,
} from "#features/halal/certificates/api/service/lists.ts";
import { findMatches } from "#features/halal/certificates/scope/api/matches.ts";
import { addNote, listNotes } from "#features/halal/certificates/record/api/notes.ts";
import { findProducts } from "#features/halal/certificates/scope/api/products.ts";
import { readPublicCertificate } from "#features/halal/certificates/public/api/publicPage.ts";
import { getCertificate, readCertificateActivity } from "#features/halal/certificates/record/api/records.ts";
import { listRevisions, renewCertificate } from "#features/halal/certificates/validity/api/renewal.ts";
import { certificateRows } from "#features/halal/certificates/api/service/scopePolicy.ts";
import {
  previewReinstatement,
  reinstateCertificate,
  rejectCertificate,
  requestChanges,
  submitCertificate,
} from "#features/halal/certificates/review/api/transitions.ts";
import { unlinkedLinesFollower } from "#features/halal/certificates/scope/api/unlinkedLines.ts";
import {
  previewVerification,
  recordCheck,
  verifyCertificate,
} from "#features/halal/certificates/review/api/verification.ts";
import { certificateLinks } from "#features/halal/certificates/scope/contract/productLinks.ts";
import { certificateNotes } from "#features/halal/certificates/record/contract/notes.ts";
import { certificates, certificatesMenu } from "#features/halal/certificates/contract.ts";

export const certificatesFeature: Feature = {
  routes: [
    ...serve(certificateNotes, { list: listNotes, add: addNote }),
    ...serve(certificateLinks, { preview: previewLinks, apply: applyLinks }),
    ...serve(certificates, {
      list: listCertificates,
      countByState: countCertificatesByState,
      choices: readChoices,
      findHolders,
      readQueue,
      readCalendar,
      listReviewers,
      exportCsv: exportCertificates,
      importTemplate: async () => importTemplate(certificatesImporter),
      get: getCertificate,
      activity: readCertificateActivity,
      listRevisions,
      listLines,
      findMatches,
      findProducts,
      readPublic: readPublicCertificate,
      create: createCertificate,
      renew: renewCertificate,
      update: updateCertificate,
      setDocuments,
      remove: removeCertificate,
      addLines,
      linkLines,
      previewLinkLines,
      removeLines,
      submit: submitCertificate,
      requestChanges,
      reject: rejectCertificate,
      verify: verifyCertificate,
      previewVerification,
      recordCheck,
      previewImpact,
      suspend: suspendCertificate,
      reinstate: reinstateCertificate,
      previewReinstatement,
      reduceScope,
      withdraw: withdrawCertificate,
      previewWithdrawal,
      remind: remindHolder,
      previewReminder,
      applyReminder,
      previewAssignment,
      applyAssignment,
    }),
  ],
  menu: [certificatesMenu],
  scopedRows: [certificateRows],
  live: [
    {
      resource: "certificates",
      read: certificates.get,
      rows: certificateRows,
      scopeFields: ["holderBrandId", "holderRetailerId", "holderCountry", "lines"],
    },
  ],
  eventHandlers: [unlinkedLinesFollower],
  filePurposes: [certificateDocuments],
  importers: [certificatesImporter],
  bulk: [inBatches(certificates.applyAssignment, assignmentOf), inBatches(certificates.applyReminder, reminderOf)],
  searchable: [searchableCertificates],
  jobs: certificateJobs,
  home: certificatesHome,
  seed: seedCertificates,
};
