import { changesBetween, recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { keysOf } from "#features/halal/certificates/record/api/records.ts";
import { auditResource, certificateRows } from "#features/halal/certificates/api/service/scopePolicy.ts";
import {
  insertLines,
  type LineRow,
  writeSites,
  writeStandards,
} from "#features/halal/certificates/record/api/relatedTables.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { certificateFields, type CertificateInput } from "#features/halal/certificates/record/fields.ts";

export type NewCertificate = {
  readonly id: string;
  readonly values: CertificateInput;
  readonly lines?: readonly LineRow[];
  /** Further columns of samples and renewals. By default a draft of the first revision. */
  readonly columns?: Partial<CertificateRecord>;
  /** As in the audit log. */
  readonly action?: "create" | "import" | "renew";
  readonly reason?: string;
};

/** Writes checked certificates with their parts and audit entries, in the caller's transaction. */
export async function insertCertificates(ctx: Ctx, added: readonly NewCertificate[]): Promise<void> {
  const by = ctx.actor?.userId ?? null;
  for (const { id, values, lines = [], columns = {} } of added) {
    const { standardIds, sites, ...fields } = values;
    await ctx.db.insert(table).values({
      ...fields,
      ...keysOf(values),
      id,
      state: "draft",
      stateChangedAt: ctx.now,
      // The trigger that knows the days writes it.
      endsKey: ctx.now,
      createdAt: ctx.now,
      createdBy: by,
      updatedAt: ctx.now,
      updatedBy: by,
      ...columns,
    });
    if (standardIds.length > 0) await writeStandards(ctx, id, standardIds);
    if (sites.length > 0) await writeSites(ctx, id, sites);
    if (lines.length > 0) await insertLines(ctx, id, lines);
  }
  await assertInScope(
    ctx,
    certificateRows,
    added.map(({ id }) => id),
  );
  await recordAudit(
    ctx,
    added.map(({ id, values, lines = [], columns = {}, action = "create", reason }) => ({
      action,
      resource: auditResource,
      resourceId: id,
      reason,
      changes: {
        ...changesBetween(certificateFields.absent, { ...values, state: columns.state ?? "draft" }),
        ...(lines.length > 0 ? { lines: { before: 0, after: lines.length } } : {}),
      },
    })),
  );
}
