import type { Changes } from "#base/activity.ts";
import type { Brand } from "#features/brands/contract.ts";

/** The details of what must be a brand's alone. `other` is null when the person may not see it. */
export type DuplicateDetails = {
  readonly field: "name" | "slug" | "wikidataId";
  readonly other: { readonly id: string; readonly code: string; readonly name: string } | null;
};

/** The details of `version_conflict`: what the record is now, and what was done to it since the version that was sent. */
export type BrandConflict = {
  readonly current: Brand;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};
