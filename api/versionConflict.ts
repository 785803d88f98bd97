import * as z from "zod/mini";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { changesSince } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";

type Conflict = {
  /** As in the record's audit entries. */
  readonly resource: string;
  readonly record: { readonly id: string; readonly version: number; readonly updatedAt: string };
  /** The version that the caller has seen. */
  readonly version: number;
  /** The record as the API returns it. */
  readonly current: unknown;
  readonly schema: z.core.$ZodType;
};

/** The refusal of a write to a record that has changed since `version`: by whom, and what. */
export async function versionConflict(ctx: Ctx, conflict: Conflict): Promise<Refusal> {
  const { resource, record, version, schema } = conflict;
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource, resourceId: record.id, versions });
  // The details of a refusal pass no output schema, so columns that the API does not return are removed here.
  const current = z.parse(schema, conflict.current);
  return commonRefusals.version_conflict({ current, changedBy, changedAt: record.updatedAt, changes });
}
