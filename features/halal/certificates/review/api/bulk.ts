import { and, eq, sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input, Output } from "#base/contract.ts";
import { recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { inChange } from "#features/halal/certificates/record/api/updateCertificate.ts";
import { certificateList } from "#features/halal/certificates/api/service/lists.ts";
import { writeReminders } from "#features/halal/certificates/emails/api/reminders.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";

// ------------------------------------------------------------------------------------------------ reviewers

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

/** Refuses with `reviewer_unknown` for somebody who cannot verify. */
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

async function assignmentOf(ctx: Ctx, { selection, reviewerId }: Assignment): Promise<BulkAction<Assigned>> {
  if (reviewerId !== null) {
    const [found] = await ctx.db
      .select({ id: usersTable.id })
      .from(usersTable)
      .where(and(eq(usersTable.id, reviewerId), mayReview));
    if (found === undefined) throw certificateRefusals.reviewer_unknown();
  }
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
    change: (inner, rows) =>
      writeMany(inner, rows, {
        action: "assignReviewer",
        set: { reviewerId },
        changes: (row) => ({ reviewerId: { before: row.reviewerId, after: reviewerId } }),
      }),
  };
}

const ended: ReadonlySet<string> = new Set(["rejected", "withdrawn", "superseded"]);

// ------------------------------------------------------------------------------------------------ reminders

/** Whether the house knows where to write. */
const hasAddress = sql<boolean>`(exists (
  select from brands where brands.id = ${table.holderBrandId} and brands.contact_email is not null) or exists (
  select from retailer_contacts as contact
   where contact.retailer_id = ${table.holderRetailerId} and contact.email is not null))`;

const reminded = { ...assigned, hasAddress };
type Reminded = Assigned & { readonly hasAddress: boolean };
type Reminder = Input<typeof certificates.previewReminder>;

export const previewReminder = (ctx: Ctx, input: Reminder): Promise<BulkPreview> =>
  previewBulk(ctx, reminderOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`: so that nobody is written to twice by one click. */
export const applyReminder = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof certificates.applyReminder>,
): Promise<BulkResult> => applyBulk(ctx, reminderOf(ctx, input), fingerprint);

function reminderOf(ctx: Ctx, { selection }: Reminder): BulkAction<Reminded> {
  const list = certificateList(ctx);
  return {
    list,
    selected: selectedFrom(ctx, list, selection),
    columns: reminded,
    label: ({ code, holderName }) => `${code} ${holderName}`,
    judge: (certificate) => {
      if (certificate.state !== "verified" && certificate.state !== "suspended") return "not_standing";
      return certificate.hasAddress ? null : "no_address";
    },
    intent: ["remind"],
    change: async (inner, rows) => {
      await writeReminders(
        inner,
        rows.map(({ id }) => id),
        ["holder"],
      );
      await writeMany(inner, rows, { action: "remind", set: {}, changes: () => ({}) });
    },
  };
}

/** Asks one holder. Refuses with `not_found`, `version_conflict`, and `reminder_impossible` without an address. */
export const remindHolder = (ctx: Ctx, at: Input<typeof certificates.remind>): Promise<Certificate> =>
  inChange(ctx, at, async (inner, { id }) => {
    if ((await writeReminders(inner, [id], ["holder"])) === 0) throw certificateRefusals.reminder_impossible();
    return { action: "remind" };
  });

// ------------------------------------------------------------------------------------------------ writing

type Many<Row> = {
  readonly action: string;
  readonly set: { readonly reviewerId?: string | null };
  readonly changes: (row: Row) => Parameters<typeof recordAudit>[1][number]["changes"];
};

async function writeMany<Row extends Assigned>(
  ctx: Ctx,
  rows: readonly Row[],
  { action, set, changes }: Many<Row>,
): Promise<void> {
  await ctx.db
    .update(table)
    .set({ ...set, version: sql`${table.version} + 1`, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null })
    .where(
      isAnyOf(
        table.id,
        rows.map(({ id }) => id),
      ),
    );
  await recordAudit(
    ctx,
    rows.map((row) => ({ action, resource: auditResource, resourceId: row.id, changes: changes(row) })),
  );
}
