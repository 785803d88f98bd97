import { sql } from "drizzle-orm";
import { emailKey } from "#base/emailAddress.ts";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { actingFor, RightsLostError } from "#api/jobActor.ts";
import { collectNotices, type Notice } from "#api/notices.ts";
import { emailTimes, notify } from "#api/notifications.ts";
import { isReachable } from "#api/reachable.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { promocodeStore } from "#features/loyalty/promocodes/api/store.ts";
import { campaignsTable, campaignVersionsTable } from "#features/loyalty/promocodes/api/tables.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import type { NoticeFacts, PromocodeFinding } from "#features/loyalty/promocodes/emails/api/noticeEmails.ts";
import { promocodeNotices } from "#features/loyalty/promocodes/emails/api/notices.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/**
 * Sends findings about live promocodes to the people responsible, once the caller's transaction has committed: to the
 * contact of the brand that owns it, and to the user who submitted the live version, otherwise to the one who approved
 * it. Users who may no longer read the promocode get nothing.
 */
export async function notifyResponsible(ctx: Ctx, findings: readonly PromocodeFinding[]): Promise<void> {
  if (findings.length === 0) return;
  const subjects = await readSubjects(ctx, [...new Set(findings.map(({ campaignId }) => campaignId))]);
  const notices: Notice<NoticeFacts>[] = [];
  for (const { id, code, name, nameAr, brandEmail, users } of subjects) {
    const user = await firstReader(ctx, id, users);
    const isBrand = user !== null && brandEmail !== null && emailKey(user.email) === emailKey(brandEmail);
    const found = findings.filter(({ campaignId }) => campaignId === id);
    const emailAt = user === null ? undefined : await notifyUser(ctx, user.id, found);
    const recipients: Recipient[] = [
      ...(brandEmail === null || isBrand ? [] : [{ to: brandEmail, role: null }]),
      ...(user === null || emailAt === undefined ? [] : [{ to: user.email, role: user.role, notBefore: emailAt }]),
    ];
    for (const { notBefore, ...recipient } of recipients)
      for (const finding of found) {
        const facts: NoticeFacts = { ...finding, ...recipient, code, name, nameAr };
        notices.push({ address: facts.to, about: id, facts, ...(notBefore ? { notBefore } : {}) });
      }
  }
  await collectNotices(ctx, promocodeNotices, notices);
}

type Recipient = Pick<NoticeFacts, "to" | "role"> & { readonly notBefore?: Instant };

/** Answers when they may get the email; undefined if they don’t want it. */
async function notifyUser(
  ctx: Ctx,
  userId: string,
  findings: readonly PromocodeFinding[],
): Promise<Instant | undefined> {
  await notify(
    ctx,
    findings.map((finding) => {
      const about = { resource: "promocodes", resourceId: finding.campaignId };
      const percent = "percent" in finding ? { percent: finding.percent } : {};
      const groupKey = `promocodeBudget:${finding.campaignId}:${finding.about}`;
      return { kind: "promocodeBudget", userId, ...about, groupKey, payload: { about: finding.about, ...percent } };
    }),
  );
  return (await emailTimes(ctx, "promocodeBudget", [userId])).get(userId);
}

type ResponsibleUser = { readonly id: string; readonly email: string; readonly role: "submitter" | "approver" };
type Subject = Pick<NoticeFacts, "code" | "name" | "nameAr"> & {
  readonly id: string;
  readonly brandEmail: string | null;
  readonly users: readonly ResponsibleUser[];
};

async function readSubjects(ctx: Ctx, ids: readonly string[]): Promise<Subject[]> {
  const found = await ctx.db.execute(sql`
    select campaign.id, campaign.code, campaign.name, campaign.name_i18n ->> 'ar' as "nameAr",
           brand.contact_email as "brandEmail",
           (select coalesce(jsonb_agg(jsonb_build_object('id', its.id, 'email', its.email, 'role', person.role)
                                      order by person.place), '[]')
              from (values (1, 'submitter', version.submitted_by), (2, 'approver', version.approved_by))
                     as person (place, role, id)
              join ${usersTable} as its on its.id = person.id and its.status = 'active') as users
      from ${campaignsTable} as campaign
      join ${campaignVersionsTable} as version
        on version.campaign_id = campaign.id and version.number = campaign.live_version
      left join ${brandsTable} as brand on brand.id = campaign.owner_brand_id
     where campaign.id = any(${`{${ids.join(",")}}`}::uuid[])
     order by campaign.id`);
  return (found as { rows: Subject[] }).rows;
}

async function firstReader(
  ctx: Ctx,
  campaignId: string,
  users: readonly ResponsibleUser[],
): Promise<ResponsibleUser | null> {
  for (const user of users) if (await mayRead(ctx, campaignId, user.id)) return user;
  return null;
}

async function mayRead(ctx: Ctx, campaignId: string, userId: string): Promise<boolean> {
  const { requestId, address } = ctx;
  try {
    const theirs = await actingFor({ userId, requestId, address }, promocodes.get)(ctx);
    return await isReachable(theirs, promocodeStore.scopedRows, campaignId);
  } catch (error) {
    if (error instanceof RightsLostError) return false;
    throw error;
  }
}
