import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { isolated } from "#base/emailText.ts";
import { nameInEmail } from "#base/nameInEmail.ts";
import type { EmailChoice } from "#base/notifications.ts";
import { addMs, dayMs, type Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { Email } from "#api/ports.ts";
import { readNotifications } from "#features/platform/notifications/api/service/reads.ts";
import { readHoursOf } from "#features/platform/notifications/api/service/settings.ts";
import { visibleTo } from "#features/platform/notifications/api/service/visible.ts";
import { notificationsTable as table } from "#features/platform/notifications/api/tables.ts";
import { keptDays, type Notification } from "#features/platform/notifications/contract.ts";
import { lastDigestAt, pathOf, quietUntil } from "#features/platform/notifications/rules.ts";
import { notificationText } from "#features/platform/notifications/rules/texts.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** An email names so many. */
const namedMax = 20;
/** What could not be sent for so long is in the bell only. */
const lateMs = 2 * dayMs;

type PendingUser = {
  readonly userId: string;
  readonly hasInstant: boolean;
  /** Of the oldest that waits for the daily email. */
  readonly digestAt: Instant | null;
};

/**
 * The job that sends what users want by email: at once, but not in their quiet hours, and the rest every day at 08:00
 * where they are. What was read or became invisible meanwhile is left out, and an email without content isn’t sent.
 */
export async function sendNotificationEmails(ctx: Ctx): Promise<void> {
  if (!ctx.mail.canSend) return;
  const pending = await readPending(ctx);
  if (pending.length === 0) return;
  const hoursByUser = await readHoursOf(
    ctx,
    pending.map(({ userId }) => userId),
  );
  for (const user of pending) {
    const hours = hoursByUser.get(user.userId)!;
    const digestAt = lastDigestAt(ctx.now, hours.timeZone);
    if (user.hasInstant && quietUntil(ctx.now, hours) === null) await sendTo(ctx, user.userId, "instant", ctx.now);
    if (user.digestAt !== null && user.digestAt < digestAt) await sendTo(ctx, user.userId, "digest", digestAt);
  }
}

async function readPending(ctx: Ctx): Promise<PendingUser[]> {
  const { userId, email, updatedAt, readAt } = table;
  const found = await ctx.db
    .select({
      userId,
      hasInstant: sql<boolean>`bool_or(${email} = 'instant')`,
      digestAt: sql<Instant | null>`min(${updatedAt}) filter (where ${email} = 'digest')`.mapWith(updatedAt),
    })
    .from(table)
    .where(and(isNotNull(email), isNull(readAt), gt(updatedAt, addMs(ctx.now, -lateMs))))
    .groupBy(userId);
  return found;
}

async function sendTo(ctx: Ctx, userId: string, choice: Exclude<EmailChoice, "off">, until: Instant): Promise<void> {
  const isDue = and(eq(table.userId, userId), eq(table.email, choice), lte(table.updatedAt, until));
  const actor = await ctx.readActor(ctx, userId);
  const rows = actor ? await readNotifications(ctx, and(visibleTo(ctx, actor), isDue), namedMax + 1) : [];
  try {
    if (rows.length > 0) await ctx.mail.send(await emailOf(ctx, userId, { rows, choice }));
  } catch (error) {
    ctx.log.error("notifications not sent", { userId, error: String(error) });
    return;
  }
  // A row that was counted on meanwhile is newer, and will be emailed again.
  const sent = await ctx.db.update(table).set({ email: null }).where(isDue).returning({ id: table.id });
  const ids = sent.map(({ id }) => id);
  // What is not in the bell is never read there.
  if (ids.length > 0)
    await ctx.db
      .update(table)
      .set({ readAt: ctx.now })
      .where(and(inArray(table.id, ids), eq(table.inBell, false)));
}

/** The job that deletes old notifications. */
export async function deleteOldNotifications(ctx: Ctx): Promise<void> {
  await ctx.db.delete(table).where(lt(table.updatedAt, addMs(ctx.now, -keptDays * dayMs)));
}

async function emailOf(
  ctx: Ctx,
  userId: string,
  { rows, choice }: { readonly rows: readonly Notification[]; readonly choice: Exclude<EmailChoice, "off"> },
): Promise<Email> {
  const { email, name, language } = usersTable;
  const [reader] = await ctx.db.select({ email, name, language }).from(usersTable).where(eq(usersTable.id, userId));
  const facts = rows.slice(0, namedMax).map((row) => ({
    text: notificationText(
      {
        ...row,
        title: row.title && nameInEmail(row.title),
        actorName: row.actorName && nameInEmail(row.actorName),
      },
      reader!.language,
    ),
    path: pathOf(row),
  }));
  const lines = facts.map(
    ({ text, path }) => `• ${text}${path === null ? "" : `\n  ${ctx.settings.publicUrl}${path}`}`,
  );
  const write = reader!.language === "ar" ? inArabic : inEnglish;
  const settings = `${ctx.settings.publicUrl}/apps/account/notifications`;
  const content = { name: nameInEmail(reader!.name), first: facts[0]!.text, lines, settings, choice };
  return { to: reader!.email, ...write({ ...content, hasMore: rows.length > namedMax }) };
}

type Content = {
  readonly name: string;
  readonly first: string;
  readonly lines: readonly string[];
  readonly settings: string;
  readonly choice: Exclude<EmailChoice, "off">;
  readonly hasMore: boolean;
};

const inEnglish = ({ name, first, lines, settings, choice, hasMore }: Content) => ({
  subject:
    choice === "digest"
      ? "Your daily summary from Mizan"
      : lines.length === 1
        ? first
        : `${first}, and ${lines.length - 1} more`,
  text: `Assalamu alaikum ${name},

${choice === "digest" ? "This is what happened since your last summary:" : "This has just happened:"}

${lines.join("\n")}${hasMore ? "\n\nThere is more in Mizan." : ""}

Choose which emails you get:
${settings}

Mizan
`,
});

const inArabic = ({ name, first, lines, settings, choice, hasMore }: Content) => ({
  subject: choice === "digest" ? "ملخصك اليومي من ميزان" : lines.length === 1 ? first : `${first}، وإشعارات أخرى`,
  text: `السلام عليكم ${isolated(name)}،

${choice === "digest" ? "هذا ما حدث منذ ملخصك السابق:" : "حدث ما يلي للتو:"}

${lines.join("\n")}${hasMore ? "\n\nتجد المزيد في ميزان." : ""}

اختر الرسائل التي تصلك:
${settings}

ميزان
`,
});
