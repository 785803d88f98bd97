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
  list: certifierRecord.list({ summary: "Certifying bodies, a page at a time", forKeys: true }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/certifying-bodies/export.csv",
    permission: "certifiers.export",
    summary: "Every certifying body that the list finds, as a CSV file",
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
    summary: "A CSV file with the columns that an import understands and one example row",
  }),
  get: certifierRecord.get({ summary: "One certifying body with its accreditations", forKeys: true }),
  activity: certifierRecord.activity({ summary: "What was done to a certifying body, newest first" }),
  create: operation({
    method: "POST",
    path: "/api/v1/certifying-bodies",
    permission: "certifiers.create",
    summary: "Add a certifying body. The caller makes the id; sent again, it answers the one it made",
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
    summary: "Change some fields of a certifying body; with a fingerprint only as previewed",
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
    summary: "Preview the consequences of suspending or reinstating a certifying body. Changes nothing",
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
    summary: "End the suspension of a certifying body, as previewed: assignments that it paused resume",
    input: z.strictObject({ ...versioned, reason, fingerprint: impactFingerprint() }),
    output: Certifier,
    versioned: true,
    refusals: [commonRefusals.not_found, certifier_archived, certifier_not_suspended, bulkRefusals.preview_stale],
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/v1/certifying-bodies/{id}/status",
    permission: "certifiers.update",
    summary: "Archive a certifying body, which new certificates can no longer name, or restore it",
    input: z.strictObject({ ...versioned, to: z.enum(["active", "archived"]) }),
    output: Certifier,
    versioned: true,
    refusals: [commonRefusals.not_found, duplicate_body, certifier_suspended, certifier_in_use],
  }),
};

export const standards = {
  list: standardRecord.list({ summary: "Halal standards by edition, a page at a time", forKeys: true }),
  exportCsv: standardRecord.exportCsv({
    summary: "Every edition of a standard that the list finds, as a CSV file",
    forKeys: true,
  }),
  importTemplate: standardRecord.importTemplate({
    summary: "A CSV file with the columns that an import of standards understands and one example row",
  }),
  get: standardRecord.get({ summary: "One edition of a halal standard", forKeys: true }),
  activity: standardRecord.activity({ summary: "What was done to a halal standard, newest first" }),
  create: standardRecord.create({
    summary: "Add an edition of a halal standard. Sent again, it answers the one it made",
    refusals: [duplicate_standard, certifier_id_taken],
  }),
  update: standardRecord.update({
    summary: "Change some fields of a halal standard",
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
    permission: "certifiers.read",
    summary: "Which market recognises which body, with periods and sources, and what its list means: all of it",
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
    summary: "Every recognition, as a CSV file",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
  }),
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/recognitions/import-template.csv",
    permission: "certifiers.import",
    summary: "A CSV file with the columns that an import of recognitions understands and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/recognitions",
    permission: "certifiers.update",
    summary: "Add what a market says about a body. Sent again, it answers the one it made",
    input: z.strictObject({ ...one, ...RecognitionInput.shape, ...asPreviewed }),
    output: Recognition,
    refusals: [body_unknown, recognition_overlaps, certifier_id_taken, bulkRefusals.preview_stale],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/recognitions/{id}",
    permission: "certifiers.update",
    summary: "Change a recognition, such as the day on which it ends",
    input: z.strictObject({ ...versioned, ...RecognitionPatch.shape, ...asPreviewed }),
    output: Recognition,
    versioned: true,
    refusals: [commonRefusals.not_found, recognition_overlaps, bulkRefusals.preview_stale],
  }),
  previewChange: operation({
    method: "POST",
    path: "/api/v1/recognitions/{id}/preview",
    permission: "certifiers.update",
    summary: "What would follow where a market says this of a body, or (null) takes it back. Changes nothing",
    input: z.strictObject({ ...one, wanted: z.nullable(RecognitionInput) }),
    output: Impact,
    refusals: [commonRefusals.not_found, body_unknown, recognition_overlaps],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/recognitions/{id}",
    permission: "certifiers.update",
    summary: "Take back a recognition that was written by mistake",
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
      "Set the policy of a market: whether it has a list, and how it treats bodies that are not listed, not known or not accredited, and overdue reviews. A looser policy needs a reason and the fingerprint of its preview",
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
