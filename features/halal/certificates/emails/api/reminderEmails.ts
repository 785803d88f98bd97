import { daysBetween } from "#base/days.ts";
import { withNamesInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import type { Email } from "#api/ports.ts";
import { type ChangeFacts, changeEmail, isolated } from "#features/halal/certificates/emails/api/changeEmails.ts";

export const earlierEmailJob = "certificates.letter";

/** What a letter about the days of a certificate says, as it was when it was decided to write. */
export type ReminderFacts = {
  readonly kind: "holder" | "reviewer";
  readonly to: string;
  readonly code: string;
  readonly id: string;
  readonly certificateNo: string;
  readonly holderName: string;
  readonly body: string;
  /** Null, as the next, for one without an end. */
  readonly expiresOn: string | null;
  /** Below zero when it is over. */
  readonly daysLeft: number | null;
  /** The last day on which its body takes a renewal. */
  readonly closesOn: string | null;
};

/**
 * The job for emails queued by an earlier release. In both languages, as an address does not reveal its user's
 * language.
 */
export async function sendEarlierEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const facts = withNamesInEmail(payload as ReminderFacts | ChangeFacts);
  const { publicUrl } = ctx.settings;
  await ctx.mail.send(facts.kind === "change" ? changeEmail(facts, publicUrl) : reminderEmail(facts, publicUrl));
}

export function reminderEmail(facts: ReminderFacts, publicUrl: string): Email {
  const link = `${publicUrl}/apps/cert/certs/${facts.id}`;
  return {
    to: facts.to,
    subject: `${subjectInEnglish(facts)} · ${subjectInArabic(facts)}`,
    text: `${inEnglish(facts, link)}\n\n— — —\n\n${inArabic(facts, link)}\n`,
  };
}

function subjectInEnglish({ certificateNo, daysLeft }: ReminderFacts): string {
  if (daysLeft === null) return `Halal certificate ${certificateNo} is due for review`;
  if (daysLeft < 0) return `Halal certificate ${certificateNo} has ended`;
  if (daysLeft === 0) return `Halal certificate ${certificateNo} ends today`;
  return `Halal certificate ${certificateNo} ends in ${daysLeft} ${daysLeft === 1 ? "day" : "days"}`;
}

function subjectInArabic({ certificateNo, daysLeft }: ReminderFacts): string {
  const certificate = `شهادة الحلال ${isolated(certificateNo)}`;
  if (daysLeft === null) return `حان موعد مراجعة ${certificate}`;
  if (daysLeft < 0) return `انتهت ${certificate}`;
  if (daysLeft === 0) return `تنتهي اليوم ${certificate}`;
  return `تنتهي ${certificate} خلال ${arabicDays(daysLeft)}`;
}

/** One, two, 3 to 10, more, whole hundreds: each has its own form. */
function arabicDays(count: number): string {
  if (count === 1) return "يوم واحد";
  if (count === 2) return "يومين";
  const last = count % 100;
  if (last < 3) return `${count} يوم`;
  return last <= 10 ? `${count} أيام` : `${count} يومًا`;
}

/** Whether the last day on which the body takes a renewal has gone by (domain 1.7). */
const isClosed = ({ expiresOn, daysLeft, closesOn }: ReminderFacts) =>
  closesOn !== null && expiresOn !== null && daysLeft !== null && daysBetween(closesOn, expiresOn) > daysLeft;

function inEnglish(facts: ReminderFacts, link: string): string {
  const { certificateNo, code, body, holderName, expiresOn, daysLeft, closesOn } = facts;
  const dated = (daysLeft ?? 0) < 0 ? `ended on ${expiresOn}` : `ends on ${expiresOn}`;
  const end = expiresOn === null ? "has no fixed end and is due for review" : dated;
  const deadline = isClosed(facts)
    ? ` ${body} took the renewal until ${closesOn}: it counts as a new application now.`
    : closesOn === null
      ? ""
      : ` ${body} takes the renewal until ${closesOn}.`;
  const ask =
    facts.kind === "holder"
      ? "Please renew it and upload the new document. When it ends, the products that it lists can no longer be promoted."
      : "You are its reviewer.";
  return `Assalamu alaikum,

certificate ${certificateNo} of ${body} (${code}), held by ${holderName}, ${end}.${deadline}

${ask}

${link}

Mizan`;
}

function inArabic(facts: ReminderFacts, link: string): string {
  const { certificateNo, code, body, holderName, expiresOn, daysLeft, closesOn } = facts;
  const dated = (daysLeft ?? 0) < 0 ? `انتهت في ${expiresOn}` : `تنتهي في ${expiresOn}`;
  const end = expiresOn === null ? "ليس لها تاريخ انتهاء وحان موعد مراجعتها" : dated;
  const deadline = isClosed(facts)
    ? ` كانت ${isolated(body)} تقبل طلب التجديد حتى ${closesOn}، ويُعدّ الآن طلبًا جديدًا.`
    : closesOn === null
      ? ""
      : ` آخر يوم تقبل فيه ${isolated(body)} طلب التجديد هو ${closesOn}.`;
  const ask =
    facts.kind === "holder"
      ? "نرجو تجديدها ورفع الوثيقة الجديدة. فإذا انتهت تعذّر الترويج للمنتجات المدرجة فيها."
      : "أنتم المكلّفون بمراجعتها.";
  return `السلام عليكم،

الشهادة رقم ${isolated(certificateNo)} الصادرة عن ${isolated(body)} (${isolated(code)})، وصاحبها ${isolated(holderName)}، ${end}.${deadline}

${ask}

${link}

ميزان`;
}
