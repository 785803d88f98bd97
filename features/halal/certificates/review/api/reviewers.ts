import { and, sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input, Output } from "#base/contract.ts";
import { applyBulk, type BulkAction, type BulkUndo, type KeptValues, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { notify } from "#api/notifications.ts";
import { certificateList } from "#features/halal/certificates/api/service/lists.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { writeMany } from "#features/halal/certificates/record/api/writeMany.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";

/** Who may verify: active people with a role that grants it. */
const mayReview = sql`${usersTable.status} = 'active' and exists (
  select from user_roles join roles on roles.id = user_roles.role_id
   where user_roles.user_id = ${usersTable.id}
     and roles.grants && array['*', 'certificates.*', 'certificates.verify', 'certificates.verify@scope'])`;

export async function listReviewers(ctx: Ctx): Promise<Output<typeof certificates.listReviewers>> {
  const { id, name } = usersTable;
  return { rows: await ctx.db.select({ id, name }).from(usersTable).where(mayReview).orderBy(name, id) };
}

type Assignment = Input<typeof certificates.previewAssignment>;

/** Refuses with `reviewer_unknown` for a user who can’t verify. */
export const previewAssignment = async (ctx: Ctx, input: Assignment): Promise<BulkPreview> =>
  previewBulk(ctx, await assignmentOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyAssignment = async (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof certificates.applyAssignment>,
): Promise<BulkResult> => applyBulk(ctx, await assignmentOf(ctx, input), fingerprint);

const assigned = {
  id: table.id,
  version: table.version,
  code: table.code,
  holderName: table.holderName,
  state: table.state,
  reviewerId: table.reviewerId,
};
type Assigned = Pick<typeof table.$inferSelect, keyof typeof assigned>;

export async function assignmentOf(ctx: Ctx, { selection, reviewerId }: Assignment): Promise<BulkAction<Assigned>> {
  if (reviewerId !== null && (await reviewersAmong(ctx, [reviewerId])).size === 0)
    throw certificateRefusals.reviewer_unknown();
  const list = certificateList(ctx);
  return {
    list,
    selected: selectedFrom(ctx, list, selection),
    columns: assigned,
    label: ({ code, holderName }) => `${code} ${holderName}`,
    judge: (certificate) => {
      if (certificate.reviewerId === reviewerId) return "already_there";
      return ended.has(certificate.state) ? "ended" : null;
    },
    intent: ["reviewer", reviewerId],
    change: async (inner, rows) => {
      await writeMany(inner, rows, {
        action: "assignReviewer",
        set: { reviewerId },
        changes: (row) => ({ reviewerId: { before: row.reviewerId, after: reviewerId } }),
      });
      if (reviewerId === null) return;
      const kind = "certificateAssigned";
      // All that are assigned until the reviewer looks are one notification.
      const about = { kind, userId: reviewerId, resource: auditResource, groupKey: kind } as const;
      await notify(
        inner,
        rows.map(({ id: resourceId }) => ({ ...about, resourceId })),
      );
    },
    undo: assignmentUndo,
  };
}

/** Gives certificates back to their earlier reviewers, who know of them already. */
const assignmentUndo: BulkUndo<Assigned> = {
  columns: { reviewerId: table.reviewerId },
  guard: async (ctx, rows) => {
    const able = await reviewersAmong(
      ctx,
      rows.flatMap(({ before }) => reviewerOf(before) ?? []),
    );
    const isLost = (id: string | null) => id !== null && !able.has(id);
    const lost = rows.filter(({ before }) => isLost(reviewerOf(before)));
    return new Map(lost.map(({ row }) => [row.id, certificateRefusals.reviewer_unknown.code]));
  },
  setBack: async (ctx, rows) => {
    for (const reviewerId of new Set(rows.map(({ before }) => reviewerOf(before)))) {
      const own = rows.filter(({ before }) => reviewerOf(before) === reviewerId).map(({ row }) => row);
      await writeMany(ctx, own, {
        action: "undo",
        set: { reviewerId },
        changes: (row) => ({ reviewerId: { before: row.reviewerId, after: reviewerId } }),
      });
    }
  },
};

const reviewerOf = (values: KeptValues) => values["reviewerId"] as string | null;

/** The users among these who may review now. */
async function reviewersAmong(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await ctx.db
    .select({ id: usersTable.id })
    .from(usersTable)
    .where(and(isAnyOf(usersTable.id, ids), mayReview));
  return new Set(found.map(({ id }) => id));
}

const ended: ReadonlySet<string> = new Set(["rejected", "withdrawn", "superseded"]);
