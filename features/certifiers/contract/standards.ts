import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { CertifierStatus } from "#features/certifiers/contract/bodies.ts";

/** All of a halal standard that a person fills in. An edition is a standard of its own. */
export const StandardInput = z.strictObject({
  code: fields.text({ min: 1, max: 60 }),
  edition: fields.text({ min: 1, max: 40 }),
  title: fields.text({ min: 1, max: 300 }),
  titleI18n: fields.translations({ max: 300 }),
  /** Who issues it. */
  owner: fields.text({ min: 1, max: 120 }),
  scope: z.nullable(fields.text({ min: 1, max: 500, multiline: true })),
  sourceUrl: z.nullable(fields.httpsUrl()),
});
export type StandardInput = z.output<typeof StandardInput>;
export const StandardPatch = z.partial(StandardInput);
export type StandardPatch = z.output<typeof StandardPatch>;

export const Standard = z.object({
  ...StandardInput.shape,
  id: z.string(),
  status: CertifierStatus,
  /** Certificates that name it. */
  certificateCount: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Standard = z.output<typeof Standard>;

export const StandardRow = z.pick(Standard, {
  id: true,
  code: true,
  edition: true,
  title: true,
  titleI18n: true,
  owner: true,
  status: true,
  version: true,
  createdAt: true,
  updatedAt: true,
});
export type StandardRow = z.output<typeof StandardRow>;

/** What a file holds of an edition, under the names that the import reads. */
export const standardExportColumns = [
  "code",
  "edition",
  "title",
  "titleI18n",
  "titleAr",
  "owner",
  "scope",
  "sourceUrl",
  "status",
  "createdAt",
  "updatedAt",
] as const;

export const standardSorts = ["code", "updatedAt"] as const;
