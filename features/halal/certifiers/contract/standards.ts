import * as z from "zod/mini";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";

/** The fields of a standard's form. Each edition is a separate standard. */
const standardFields = fields({
  code: field.text({ required: true, max: 60, isCode: true }),
  edition: field.text({ required: true, max: 40, isCode: true }),
  title: field.text({ required: true, max: 300 }),
  titleI18n: field.translations("title", { max: 300 }),
  /** Who issues it. */
  owner: field.text({ required: true, max: 120 }),
  scope: field.text({ max: 500, isLong: true }),
  sourceUrl: field.url(),
});
export interface StandardInput extends ValuesOf<typeof standardFields> {}

export const standardLifecycle = lifecycle()({ active: { archive: "archived" }, archived: { restore: "active" } });

const description = describeRecord({
  name: "standards",
  resource: "certifiers",
  auditResource: "halalStandards",
  path: "/api/v1/halal-standards",
  fields: standardFields,
  statuses: standardLifecycle.statuses,
  /** The number of certificates that name it. */
  more: { certificateCount: z.int() },
  hides: ["createdBy", "updatedBy"],
  rowOmits: ["scope", "sourceUrl", "certificateCount"],
  sorts: ["code", "updatedAt"],
  filters: [],
  // biome-ignore format: a table
  exportColumns: ["code", "edition", "title", "titleI18n", "titleAr", "owner", "scope", "sourceUrl", "status", "createdAt", "updatedAt"],
});
export interface Standard extends RecordOf<typeof description> {}
export interface StandardTypes extends TypesOf<typeof description, StandardInput, Standard> {}
export const standardRecord = recordOperations<StandardTypes>(description);
