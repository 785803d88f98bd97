import { eq, sql } from "drizzle-orm";
import { arabicCount, englishCount, isolated, paragraphs } from "#base/emailText.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { nameInEmail } from "#base/nameInEmail.ts";
import { writeAmount } from "#base/writeAmount.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { collectNotices, type Notice } from "#api/notices.ts";
import { emailTimes, notify } from "#api/notifications.ts";
import type { Email } from "#api/ports.ts";
import { usersAllowed } from "#features/access/approvals/api/service/deciders.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { readFunding } from "#features/loyalty/wallet/api/service/brandFunding.ts";
import { agreementsTable as table } from "#features/loyalty/wallet/api/tables.ts";
import { type BrandFunding, funding } from "#features/loyalty/wallet/contract/brandFunding.ts";

/** Emails about brands whose funding is low, batched for some minutes (api/notices.ts). */
export const lowFundingNotices = "funding.notices";

type Crossing = { readonly brandId: string; readonly currency: string };
type Facts = Crossing & { readonly to: string; readonly language: string };

/**
 * The job: finds balances that fell below what their agreement warns at, and tells those who may record top-ups and the
 * brand’s contact. Once for each time that a balance falls; one that is above again may be warned about again.
 */
export const warnLowFunding = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const crossed = await inner.db.execute(sql`
      update ${table} as agreement
         set warned_at = case when seen.is_low then ${inner.now}::timestamptz end
        from (select brand_id, currency,
                     coalesce(funding_left(brand_id, currency) - limit_minor < low_balance_minor, false) as is_low
                from ${table}
               where low_balance_minor is not null or warned_at is not null) as seen
       where agreement.brand_id = seen.brand_id and agreement.currency = seen.currency
         and seen.is_low <> (agreement.warned_at is not null)
      returning agreement.brand_id as "brandId", agreement.currency, seen.is_low as "isLow"`);
    const { rows } = crossed as { rows: (Crossing & { readonly isLow: boolean })[] };
    const low = rows.filter(({ isLow }) => isLow);
    if (low.length === 0) return;
    const { permission } = funding.topUp;
    const staff = await usersAllowed(inner, permission);
    await notify(
      inner,
      low.flatMap(({ brandId }) => {
        const payload = { path: `/apps/e-wallet/funding/${brandId}` };
        const about = { resource: "brands", resourceId: brandId, permission, payload };
        return staff.map(({ id: userId }) => ({ kind: "lowFunding" as const, userId, ...about }));
      }),
    );
    if (!inner.mail.canSend) return;
    const times = await emailTimes(
      inner,
      "lowFunding",
      staff.map(({ id }) => id),
    );
    const mailed = staff.flatMap(({ id, ...reader }) =>
      times.has(id) ? [{ ...reader, notBefore: times.get(id)! }] : [],
    );
    const notices: Notice<Facts>[] = [];
    for (const { brandId, currency } of low)
      for (const { email: to, language, ...when } of [...mailed, ...(await contactOf(inner, brandId))])
        notices.push({ address: to, about: brandId, facts: { brandId, currency, to, language }, ...when });
    await collectNotices(inner, lowFundingNotices, notices);
  });

/** A brand's contact has no language of its own: the email is in both. */
const bothLanguages = "both";

async function contactOf(ctx: Ctx, brandId: string) {
  const [brand] = await ctx.db
    .select({ email: brandsTable.contactEmail })
    .from(brandsTable)
    .where(eq(brandsTable.id, brandId));
  return brand?.email ? [{ email: brand.email, language: bothLanguages }] : [];
}

/** One email for each brand, with its balances at this time. Null if none of them is low any more. */
export async function composeLowFunding(ctx: Ctx, facts: readonly Facts[]): Promise<Email | null> {
  const { brandId, to, language } = facts.at(-1)!;
  const [brand] = await ctx.db.select({ name: brandsTable.name }).from(brandsTable).where(eq(brandsTable.id, brandId));
  if (!brand) return null;
  const low = (await readFunding(ctx, brandId)).accounts.filter(
    ({ currency, isLow }) => isLow && facts.some((each) => each.currency === currency),
  );
  if (low.length === 0) return null;
  const link = `${ctx.settings.publicUrl}/apps/e-wallet/funding/${brandId}`;
  const subject: Subject = { name: nameInEmail(brand.name), low, link };
  if (language === "ar") return { to, ...arabic(subject) };
  if (language !== bothLanguages) return { to, ...english(subject) };
  return { to, ...english(subject), text: `${english(subject).text}\n\n— — —\n\n${arabic(subject).text}` };
}

type Subject = { readonly name: string; readonly low: readonly BrandFunding[]; readonly link: string };

function moneyText(minor: number, currency: string): string {
  const figure = writeAmount(Math.abs(minor), minorDigitsByCurrency.get(currency) ?? 2);
  return `${currency} ${minor < 0 ? "−" : ""}${figure}`;
}

function english({ name, low, link }: Subject) {
  const lines = low.map(({ balanceMinor, lowBalanceMinor, currency, runwayDays }) => {
    const state = `${moneyText(balanceMinor, currency)} (warning below ${moneyText(lowBalanceMinor!, currency)}).`;
    if (runwayDays === null) return state;
    const lasts = runwayDays < 1 ? "less than a day" : englishCount(runwayDays, "day");
    return `${state} At the rate of the last 30 days, it lasts ${lasts}.`;
  });
  return {
    subject: `Low funding: ${name}`,
    text: paragraphs([
      "Assalamu alaikum,",
      `The funding of “${name}” is low:`,
      lines.join("\n"),
      "Without funding, its promocodes can’t be redeemed and its cashback has to wait.",
      link,
      "Mizan",
    ]),
  };
}

function arabic({ name, low, link }: Subject) {
  const lines = low.map(({ balanceMinor, lowBalanceMinor, currency, runwayDays }) => {
    const [balance, warned] = [moneyText(balanceMinor, currency), moneyText(lowBalanceMinor!, currency)];
    const state = `${isolated(balance)} (التنبيه دون ${isolated(warned)}).`;
    if (runwayDays === null) return state;
    const lasts = runwayDays < 1 ? "أقل من يوم" : arabicCount(runwayDays, "days");
    return `${state} بمعدل آخر 30 يومًا يكفي لمدة ${lasts}.`;
  });
  return {
    subject: `تمويل منخفض: ${isolated(name)}`,
    text: paragraphs([
      "السلام عليكم،",
      `تمويل «${isolated(name)}» منخفض:`,
      lines.join("\n"),
      "من دون تمويل لا يمكن استخدام رموزها الترويجية، ويتأخر استردادها النقدي.",
      link,
      "ميزان",
    ]),
  };
}
