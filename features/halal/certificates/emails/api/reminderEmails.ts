import { daysBetween } from "#base/days.ts";
import { arabicCount, arabicDay, englishCount, englishDay, isolated, paragraphs } from "#base/emailText.ts";
import { withNamesInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import type { Email } from "#api/ports.ts";
import { type ChangeFacts, changeEmail } from "#features/halal/certificates/emails/api/changeEmails.ts";

export const earlierEmailJob = "certificates.letter";

/** The contents of a reminder of a certificate’s days, as they were when it was enqueued. */
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
  if (daysLeft < 0) return `Halal certificate ${certificateNo} has expired`;
  if (daysLeft === 0) return `Halal certificate ${certificateNo} expires today`;
  return `Halal certificate ${certificateNo} expires in ${englishCount(daysLeft, "day")}`;
}

function subjectInArabic({ certificateNo, daysLeft }: ReminderFacts): string {
  const certificate = `شهادة الحلال ${isolated(certificateNo)}`;
  if (daysLeft === null) return `حان موعد مراجعة ${certificate}`;
  if (daysLeft < 0) return `انتهت ${certificate}`;
  if (daysLeft === 0) return `تنتهي اليوم ${certificate}`;
  return `تنتهي ${certificate} خلال ${arabicCount(daysLeft, "days")}`;
}

/** Whether the last day on which the body takes a renewal has gone by (domain 1.7). */
const isClosed = ({ expiresOn, daysLeft, closesOn }: ReminderFacts) =>
  closesOn !== null && expiresOn !== null && daysLeft !== null && daysBetween(closesOn, expiresOn) > daysLeft;

function inEnglish(facts: ReminderFacts, link: string): string {
  const { certificateNo, code, body, holderName, expiresOn, daysLeft, closesOn } = facts;
  const isOver = (daysLeft ?? 0) < 0;
  const end =
    expiresOn === null
      ? "has no expiry date and is due for review"
      : `${isOver ? "expired" : "expires"} on ${englishDay(expiresOn)}`;
  const deadline =
    closesOn === null
      ? ""
      : isClosed(facts)
        ? ` The last day to apply to ${body} for renewal was ${englishDay(closesOn)}, so this is now a new application.`
        : ` The last day to apply to ${body} for renewal is ${englishDay(closesOn)}.`;
  const followsForHolder =
    expiresOn === null
      ? "Please have it reviewed and upload the new document."
      : isOver
        ? "Please renew it and upload the new document. Until then, its products can’t be promoted."
        : "Please renew it and upload the new document. Once it expires, its products can no longer be promoted.";
  return paragraphs([
    "Assalamu alaikum,",
    `Certificate ${certificateNo} (${code}), issued by ${body} to ${holderName}, ${end}.${deadline}`,
    facts.kind === "holder" ? followsForHolder : "You’re receiving this because you’re the reviewer.",
    `View the certificate:\n${link}`,
    "Mizan",
  ]);
}

function inArabic(facts: ReminderFacts, link: string): string {
  const { certificateNo, code, body, holderName, expiresOn, daysLeft, closesOn } = facts;
  const isOver = (daysLeft ?? 0) < 0;
  const end =
    expiresOn === null
      ? "ليس لها تاريخ انتهاء، وقد حان موعد مراجعتها"
      : `${isOver ? "انتهت" : "تنتهي"} في ${isolated(arabicDay(expiresOn))}`;
  const deadline =
    closesOn === null
      ? ""
      : isClosed(facts)
        ? ` كان آخر يوم لطلب التجديد لدى ${isolated(body)} هو ${isolated(arabicDay(closesOn))}، ويُعدّ الآن طلبًا جديدًا.`
        : ` آخر يوم لطلب التجديد لدى ${isolated(body)} هو ${isolated(arabicDay(closesOn))}.`;
  const followsForHolder =
    expiresOn === null
      ? "نرجو مراجعتها ورفع الوثيقة الجديدة."
      : isOver
        ? "نرجو تجديدها ورفع الوثيقة الجديدة. لا يمكن الترويج لمنتجاتها قبل ذلك."
        : "نرجو تجديدها ورفع الوثيقة الجديدة. بعد انتهائها لا يمكن الترويج لمنتجاتها.";
  return paragraphs([
    "السلام عليكم،",
    `الشهادة رقم ${isolated(certificateNo)} (${isolated(code)})، الصادرة عن ${isolated(body)} لصالح ${isolated(holderName)}، ${end}.${deadline}`,
    facts.kind === "holder" ? followsForHolder : "تلقّيت هذه الرسالة لأنك مراجع هذه الشهادة.",
    `عرض الشهادة:\n${link}`,
    "ميزان",
  ]);
}
