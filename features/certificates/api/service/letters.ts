import type { Ctx } from "#api/context.ts";
import type { Letter } from "#api/ports.ts";
import { type ChangeFacts, changeLetterOf } from "#features/certificates/api/service/changeLetters.ts";

export const letterKind = "certificates.letter";

/** What a letter about the days of a certificate says, as it was when it was decided to write. */
export type LetterFacts = {
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

/** The job behind every letter about a certificate. Written in both languages: an address tells nobody's. */
export async function sendLetter(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const facts = payload as LetterFacts | ChangeFacts;
  const { publicUrl } = ctx.settings;
  await ctx.mail.send(facts.kind === "change" ? changeLetterOf(facts, publicUrl) : letterOf(facts, publicUrl));
}

function letterOf(facts: LetterFacts, publicUrl: string): Letter {
  const link = `${publicUrl}/apps/cert/certs/${facts.id}`;
  return {
    to: facts.to,
    subject: subjectOf(facts),
    text: `${inEnglish(facts, link)}\n\n— — —\n\n${inArabic(facts, link)}\n`,
  };
}

function subjectOf({ certificateNo, daysLeft }: LetterFacts): string {
  if (daysLeft === null) return `Halal certificate ${certificateNo} is due for review`;
  if (daysLeft < 0) return `Halal certificate ${certificateNo} has ended`;
  if (daysLeft === 0) return `Halal certificate ${certificateNo} ends today`;
  return `Halal certificate ${certificateNo} ends in ${daysLeft} ${daysLeft === 1 ? "day" : "days"}`;
}

function inEnglish(facts: LetterFacts, link: string): string {
  const { certificateNo, code, body, holderName, expiresOn, daysLeft, closesOn } = facts;
  const dated = (daysLeft ?? 0) < 0 ? `ended on ${expiresOn}` : `ends on ${expiresOn}`;
  const end = expiresOn === null ? "has no fixed end and is due for review" : dated;
  const deadline = closesOn === null ? "" : ` ${body} takes the renewal until ${closesOn}.`;
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

function inArabic(facts: LetterFacts, link: string): string {
  const { certificateNo, code, body, holderName, expiresOn, daysLeft, closesOn } = facts;
  const dated = (daysLeft ?? 0) < 0 ? `انتهت في ${expiresOn}` : `تنتهي في ${expiresOn}`;
  const end = expiresOn === null ? "ليس لها تاريخ انتهاء وحان موعد مراجعتها" : dated;
  const deadline = closesOn === null ? "" : ` آخر يوم تقبل فيه ${body} طلب التجديد هو ${closesOn}.`;
  const ask =
    facts.kind === "holder"
      ? "نرجو تجديدها ورفع الوثيقة الجديدة. فإذا انتهت تعذّر الترويج للمنتجات المدرجة فيها."
      : "أنتم المكلّفون بمراجعتها.";
  return `السلام عليكم،

الشهادة رقم ${certificateNo} الصادرة عن ${body} (${code})، وصاحبها ${holderName}، ${end}.${deadline}

${ask}

${link}

ميزان`;
}
