import { eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Letter } from "#api/ports.ts";
import { approvalRequestsTable as table, usersTable } from "#features/approvals/api/tables.ts";
import type { ApprovalState } from "#features/approvals/contract.ts";
import { requestTitle } from "#features/approvals/rules.ts";

/** The job that tells a requester what became of a request. */
export const letterKind = "approvals.letter";

export async function sendLetter(ctx: Ctx, { approvalId }: Readonly<Record<string, unknown>>): Promise<void> {
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
  await ctx.mail.send({ to: found.email, ...letterOf({ ...found, title: requestTitle(found, found.language), link }) });
}

type Facts = {
  readonly state: ApprovalState;
  readonly title: string;
  readonly comment: string | null;
  readonly decidedByName: string | null;
  readonly name: string;
  readonly language: string;
  readonly link: string;
};

const letterOf = (facts: Facts): Omit<Letter, "to"> => (facts.language === "ar" ? inArabic(facts) : inEnglish(facts));

const english: Partial<Record<ApprovalState, string>> = {
  approved: "was approved, and the change is made",
  changes_requested: "needs changes before it can be approved",
  rejected: "was rejected",
  stale: "could not be made, as the record has changed since you asked",
  expired: "waited for 14 days and has expired",
};

const inEnglish = ({ state, title, comment, decidedByName, name, link }: Facts) => ({
  subject: `Your request “${title}” ${english[state]}`,
  text: `Assalamu alaikum ${name},

your request “${title}” ${english[state]}.${decidedByName ? ` Decided by ${decidedByName}.` : ""}
${comment ? `\n${comment}\n` : ""}
${link}

Mizan`,
});

const arabic: Partial<Record<ApprovalState, string>> = {
  approved: "تمت الموافقة عليه ونُفّذ التغيير",
  changes_requested: "يحتاج إلى تعديلات قبل الموافقة عليه",
  rejected: "رُفض",
  stale: "لم يُنفّذ لأن السجل تغيّر بعد تقديم الطلب",
  expired: "انتظر 14 يومًا وانتهت مدته",
};

const inArabic = ({ state, title, comment, decidedByName, name, link }: Facts) => ({
  subject: `طلبك «${title}»: ${arabic[state]}`,
  text: `السلام عليكم ${name}،

طلبك «${title}» ${arabic[state]}.${decidedByName ? ` القرار من ${decidedByName}.` : ""}
${comment ? `\n${comment}\n` : ""}
${link}

ميزان`,
});
