import * as z from "zod/mini";
import { bulkRefusals } from "#base/bulk.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { asPreviewed, Impact, impactFingerprint } from "#base/impact.ts";
import { anyOf, listInput } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { certifierLifecycle, certifierRecord } from "#features/halal/certifiers/contract/certifiers.ts";
import {
  MarketPolicy,
  MarketPolicyPatch,
  RecognisedCertifier,
  Recognition,
  RecognitionInput,
  RecognitionPatch,
} from "#features/halal/certifiers/contract/recognitions.ts";
import { standardRecord } from "#features/halal/certifiers/contract/standards.ts";
import { certifierFields, certifierLimits } from "#features/halal/certifiers/fields.ts";

export const certifierRefusals = refusals({
  duplicate_body: { status: 409, message: "Another body in this country already has this acronym." },
  duplicate_standard: { status: 409, message: "This edition of the standard already exists." },
  certifier_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  certifier_archived: { status: 409, message: "This record is archived. Restore it first." },
  certifier_suspended: { status: 409, message: "This body is suspended. Reinstate it first." },
  certifier_not_suspended: { status: 409, message: "This body isn’t suspended." },
  certifier_in_use: {
    status: 409,
    message: "Certificates in force name this body. Wait until they end, or withdraw them.",
  },
  recognition_overlaps: {
    status: 409,
    message: "This list already recognises the body for part of this period.",
  },
  body_unknown: { status: 422, message: "Certifying body not found." },
});
const { duplicate_body, duplicate_standard, certifier_id_taken, certifier_archived } = certifierRefusals;
const { certifier_suspended, certifier_not_suspended, certifier_in_use } = certifierRefusals;
const { recognition_overlaps, body_unknown } = certifierRefusals;

const one = { id: schemas.id() };
const versioned = { ...one, version: schemas.version() };
const reason = schemas.text({ min: 1, max: certifierLimits.reasonMax, multiline: true });
const marketPolicy = { market: schemas.countryCode(), ...MarketPolicyPatch.shape };

const { record: Certifier } = certifierRecord.description;
const { acronym, name, country, kind } = certifierFields.shape;
const changeable = [duplicate_body, certifier_id_taken, certifier_archived, fileRefusals.file_unknown];

export const certifiers = {
  list: certifierRecord.list({ summary: "List certifying bodies, by page", forKeys: true }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/certifying-bodies/export.csv",
    permission: "certifiers.export",
    summary: "Export the filtered certifying bodies as CSV",
    forKeys: true,
    input: listInput(["acronym", "country", "updatedAt"], {
      status: anyOf(z.enum(certifierLifecycle.statuses)),
      ids: anyOf(schemas.id()),
      country: anyOf(country),
      kind: anyOf(kind),
      /** Without effect: the file has the columns of an import, whatever columns the list shows. */
      columns: z.optional(z.array(z.string())),
    }),
    output: z.string(),
    reply: "csv",
  }),
  importTemplate: certifierRecord.importTemplate({
    summary: "Download a CSV template for imports, with one example row",
  }),
  get: certifierRecord.get({ summary: "Get a certifying body with its accreditations", forKeys: true }),
  activity: certifierRecord.activity({ summary: "History of a certifying body, newest first" }),
  create: operation({
    method: "POST",
    path: "/api/v1/certifying-bodies",
    permission: "certifiers.create",
    summary: "Create a certifying body (idempotent: the client supplies the ID)",
    /** What is left out is empty. */
    input: z.strictObject({
      ...one,
      ...z.partial(z.object(certifierFields.shape)).shape,
      acronym,
      name,
      country,
      kind,
    }),
    output: Certifier,
    refusals: [duplicate_body, certifier_id_taken, fileRefusals.file_unknown],
  }),
  update: certifierRecord.updateAsPreviewed({
    summary: "Update a certifying body; with a fingerprint only as previewed",
    refusals: changeable,
  }),
  previewUpdate: certifierRecord.previewUpdate({
    summary:
      "Preview a change of a certifying body and its consequences, such as assignments that pause. Changes nothing",
    refusals: changeable,
  }),
  previewStatus: operation({
    method: "POST",
    path: "/api/v1/certifying-bodies/{id}/status/preview",
    permission: "certifiers.suspend",
    summary: "Preview the impact of suspending or reinstating a certifying body",
    input: z.strictObject({ ...one, to: z.enum(["suspended", "active"]) }),
    output: Impact,
    refusals: [commonRefusals.not_found, certifier_archived, certifier_suspended, certifier_not_suspended],
  }),
  suspend: operation({
    method: "POST",
    path: "/api/v1/certifying-bodies/{id}/suspend",
    permission: "certifiers.suspend",
    summary: "Suspend a certifying body, as previewed: assignments that rely only on its certificates pause",
    input: z.strictObject({ ...versioned, reason, fingerprint: impactFingerprint() }),
    output: Certifier,
    versioned: true,
    refusals: [commonRefusals.not_found, certifier_archived, certifier_suspended, bulkRefusals.preview_stale],
  }),
  reinstate: operation({
    method: "POST",
    path: "/api/v1/certifying-bodies/{id}/reinstate",
    permission: "certifiers.suspend",
    summary: "Reinstate a certifying body, as previewed: assignments that its suspension paused resume",
    input: z.strictObject({ ...versioned, reason, fingerprint: impactFingerprint() }),
    output: Certifier,
    versioned: true,
    refusals: [commonRefusals.not_found, certifier_archived, certifier_not_suspended, bulkRefusals.preview_stale],
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/v1/certifying-bodies/{id}/status",
    permission: "certifiers.update",
    summary: "Archive a certifying body, so that new certificates can’t use it, or restore it",
    input: z.strictObject({ ...versioned, to: z.enum(["active", "archived"]) }),
    output: Certifier,
    versioned: true,
    refusals: [commonRefusals.not_found, duplicate_body, certifier_suspended, certifier_in_use],
  }),
};

export const standards = {
  list: standardRecord.list({ summary: "List halal standards by edition, by page", forKeys: true }),
  exportCsv: standardRecord.exportCsv({
    summary: "Export the filtered standards as CSV",
    forKeys: true,
  }),
  importTemplate: standardRecord.importTemplate({
    summary: "Download a CSV template for imports of standards, with one example row",
  }),
  get: standardRecord.get({ summary: "Get an edition of a halal standard", forKeys: true }),
  activity: standardRecord.activity({ summary: "History of a halal standard, newest first" }),
  create: standardRecord.create({
    summary: "Create an edition of a halal standard (idempotent: the client supplies the ID)",
    refusals: [duplicate_standard, certifier_id_taken],
  }),
  update: standardRecord.update({
    summary: "Update a halal standard",
    refusals: [duplicate_standard, certifier_archived],
  }),
  changeStatus: standardRecord.changeStatus(
    { path: "status", permission: "update" },
    { summary: "Archive an edition of a standard, or restore it", refusals: [duplicate_standard] },
  ),
};

export const recognitions = {
  list: operation({
    method: "GET",
    path: "/api/v1/recognitions",
    reads: [{ resource: "recognitions" }, { resource: "certifiers" }],
    permission: "certifiers.read",
    summary: "List all recognitions and market policies, with periods and sources",
    forKeys: true,
    input: z.strictObject({ bodyId: z.optional(schemas.id()) }),
    output: z.object({
      rows: z.array(Recognition),
      bodies: z.array(RecognisedCertifier),
      policies: z.array(MarketPolicy),
    }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/recognitions/export.csv",
    permission: "certifiers.export",
    summary: "Export all recognitions as CSV",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
  }),
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/recognitions/import-template.csv",
    permission: "certifiers.import",
    summary: "Download a CSV template for imports of recognitions, with one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/recognitions",
    permission: "certifiers.update",
    summary: "Add a market’s recognition of a body (idempotent: the client supplies the ID)",
    input: z.strictObject({ ...one, ...RecognitionInput.shape, ...asPreviewed }),
    output: Recognition,
    refusals: [body_unknown, recognition_overlaps, certifier_id_taken, bulkRefusals.preview_stale],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/recognitions/{id}",
    permission: "certifiers.update",
    summary: "Update a recognition, such as its last day",
    input: z.strictObject({ ...versioned, ...RecognitionPatch.shape, ...asPreviewed }),
    output: Recognition,
    versioned: true,
    refusals: [commonRefusals.not_found, recognition_overlaps, bulkRefusals.preview_stale],
  }),
  previewChange: operation({
    method: "POST",
    path: "/api/v1/recognitions/{id}/preview",
    permission: "certifiers.update",
    summary: "Preview the impact of a recognition, or (null) of its removal",
    input: z.strictObject({ ...one, wanted: z.nullable(RecognitionInput) }),
    output: Impact,
    refusals: [commonRefusals.not_found, body_unknown, recognition_overlaps],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/recognitions/{id}",
    permission: "certifiers.update",
    summary: "Delete a recognition that was added by mistake",
    input: z.strictObject({ ...versioned, ...asPreviewed }),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found, bulkRefusals.preview_stale],
  }),
  previewPolicy: operation({
    method: "POST",
    path: "/api/v1/recognitions/policies/{market}/preview",
    permission: "certifiers.update",
    summary:
      "Preview another policy for a market and its consequences, such as assignments that pause. Changes nothing",
    input: z.strictObject(marketPolicy),
    output: Impact,
  }),
  changePolicy: operation({
    method: "POST",
    path: "/api/v1/recognitions/policies/{market}",
    permission: "certifiers.update",
    summary:
      "Set the policy of a market: whether it has a list, and how it treats bodies that aren’t listed, not known or not accredited, and overdue reviews. A looser policy needs a reason and the fingerprint of its preview",
    input: z.strictObject({ ...marketPolicy, reason: z.optional(reason), ...asPreviewed }),
    output: MarketPolicy,
    refusals: [bulkRefusals.preview_stale],
  }),
};

export const certifiersMenu: MenuSection = {
  id: 7,
  title: "Certificates",
  icon: "certificates",
  link: "/apps/cert/certs",
  entries: [
    { id: 75, title: "Certifying Bodies", link: "/apps/certifier/bodies", needs: certifiers.list },
    { id: 76, title: "Standards", link: "/apps/certifier/standards", needs: standards.list },
    { id: 77, title: "Recognition", link: "/apps/certifier/recognition", needs: recognitions.list },
  ],
};
