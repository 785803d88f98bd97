import type { Ctx } from "#api/context.ts";
import type { Email } from "#api/ports.ts";
import { noticeEmail, type NoticeFacts } from "#features/loyalty/promocodes/emails/api/noticeEmails.ts";
import { readProductStates } from "#features/loyalty/promocodes/emails/api/productStates.ts";

/** Emails about promocodes, batched for some minutes (api/notices.ts). */
export const promocodeNotices = "promocodes.notices";

/** Null if nothing is left to tell: a product got its certificate back in the meantime. */
export async function composeNotice(ctx: Ctx, facts: readonly NoticeFacts[]): Promise<Email | null> {
  const ids = facts.flatMap(({ about, campaignId }) => (about === "products" ? [campaignId] : []));
  const states = await readProductStates(ctx, { campaignIds: ids });
  const isWithout = new Set(states.flatMap(({ campaignId, isLost }) => (isLost ? [campaignId] : [])));
  const current = facts.filter(({ about, campaignId }) => about !== "products" || isWithout.has(campaignId));
  return noticeEmail(current, ctx.settings.publicUrl);
}
