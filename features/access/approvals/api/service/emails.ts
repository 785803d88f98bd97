import { and, eq } from "drizzle-orm";
import { nameInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import type { Email } from "#api/ports.ts";
import { otherApprovers } from "#features/access/approvals/api/service/deciders.ts";
import { approvalRequestsTable as table } from "#features/access/approvals/api/tables.ts";
import type { ApprovalState } from "#features/access/approvals/contract.ts";
import { changeTitle, requestTitle } from "#features/access/approvals/rules.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** The job that emails the requester the result of a request. */
export const emailJobKind = "approvals.letter";

export async function sendApprovalEmail(ctx: Ctx, { approvalId }: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const [found] = await ctx.db
    .select({
      state: table.state,
      resource: table.resource,
      title: table.title,
      comment: table.comment,
      decidedByName: table.decidedByName,
      name: usersTable.name,
      email: usersTable.email,
      status: usersTable.status,
      language: usersTable.language,
    })
    .from(table)
    .innerJoin(usersTable, eq(usersTable.id, table.requestedBy))
    .where(eq(table.id, String(approvalId)));
  if (found === undefined || found.status !== "active" || found.state === "pending") return;
  const link = `${ctx.settings.publicUrl}/apps/approval/approvals/${String(approvalId)}`;
  const named = {
    name: nameInEmail(found.name),
    title: nameInEmail(requestTitle(found, found.language)),
    decidedByName: found.decidedByName && nameInEmail(found.decidedByName),
  };
  await ctx.mail.send({ to: found.email, ...emailOf({ ...found, ...named, link }) });
}

/** The job that emails other approvers what was requested, and until when they can object. */
export const noticeKind = "approvals.notice";

export async function sendNotice(ctx: Ctx, { approvalId }: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const [asked] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, String(approvalId)), eq(table.state, "pending")));
  if (asked === undefined || asked.aloneAfter === null) return;
  const until = `${asked.aloneAfter.slice(0, 16).replace("T", " ")} UTC`;
  const link = `${ctx.settings.publicUrl}/apps/approval/approvals/${asked.id}`;
  const who = nameInEmail(asked.requestedByName);
  for (const { email: to, language } of await otherApprovers(ctx, asked.requestedBy)) {
    const change = changeTitle(asked.action, language);
    const title = nameInEmail(requestTitle(asked, language));
    const facts = { who, change, title, until, link };
    await ctx.mail.send({ to, ...(language === "ar" ? noticeInArabic(facts) : noticeInEnglish(facts)) });
  }
}

type Notice = Readonly<Record<"who" | "change" | "title" | "until" | "link", string>>;

const noticeInEnglish = ({ who, change, title, until, link }: Notice) => ({
  subject: "Review a change in Mizan before it’s applied",
  text: `Assalamu alaikum,

${who} requested a change: ${change}: “${title}”. It may affect your own account.

No one else can decide on it. If you don’t agree, reject it before ${until}:

${link}

After that, ${who} can apply it. If you can’t sign in, contact the operator of your Mizan server immediately.

Mizan`,
});

const noticeInArabic = ({ who, change, title, until, link }: Notice) => ({
  subject: "راجع تغييرًا في ميزان قبل تنفيذه",
  text: `السلام عليكم،

طلب \u2068${who}\u2069 تغييرًا: ${change}: «\u2068${title}\u2069». وقد يتعلق بحسابك.

لا يستطيع أحد غيرك البتّ فيه. إن لم تكن موافقًا فارفضه قبل \u2068${until}\u2069:

${link}

بعد ذلك يمكن لصاحب الطلب تنفيذه. إن تعذّر عليك تسجيل الدخول فتواصل فورًا مع من يشغّل خادم ميزان لديكم.

ميزان`,
});

type Facts = {
  readonly state: ApprovalState;
  readonly title: string;
  readonly comment: string | null;
  readonly decidedByName: string | null;
  readonly name: string;
  readonly language: string;
  readonly link: string;
};

const emailOf = (facts: Facts): Omit<Email, "to"> => (facts.language === "ar" ? inArabic(facts) : inEnglish(facts));

const english: Partial<Record<ApprovalState, string>> = {
  approved: "was approved and applied",
  changes_requested: "needs changes before it can be approved",
  rejected: "was rejected",
  stale: "couldn’t be applied because the record changed in the meantime",
  expired: "expired after 14 days without a decision",
};

const inEnglish = ({ state, title, comment, decidedByName, name, link }: Facts) => ({
  subject: `Your request “${title}” ${english[state]}`,
  text: `Assalamu alaikum ${name},

Your request “${title}” ${english[state]}.${decidedByName ? ` Decided by ${decidedByName}.` : ""}
${comment ? `\n${comment}\n` : ""}
${link}

Mizan`,
});

const arabic: Partial<Record<ApprovalState, string>> = {
  approved: "تمت الموافقة عليه، ونُفّذ التغيير",
  changes_requested: "يحتاج إلى تعديلات قبل الموافقة عليه",
  rejected: "رُفض",
  stale: "لم يُنفّذ لأن السجل تغيّر بعد تقديم الطلب",
  expired: "انتهت مدته بعد 14 يومًا دون قرار",
};

const inArabic = ({ state, title, comment, decidedByName, name, link }: Facts) => ({
  subject: `طلبك «\u2068${title}\u2069»: ${arabic[state]}`,
  text: `السلام عليكم \u2068${name}\u2069،

طلبك «\u2068${title}\u2069» ${arabic[state]}.${decidedByName ? ` القرار من \u2068${decidedByName}\u2069.` : ""}
${comment ? `\n\u2068${comment}\u2069\n` : ""}
${link}

ميزان`,
});
