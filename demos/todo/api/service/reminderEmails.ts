import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { arabicCount, isolated } from "#base/emailText.ts";
import { withNamesInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import type { Email } from "#api/ports.ts";
import { todosTable } from "#demos/todo/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

export const reminderEmailKind = "todo.letter";

/** Of more only the number is named. */
const titlesMax = 10;

/** Emails a reminder to a user who was away when it was due. Reminders that were answered meanwhile are left out. */
export async function sendReminders(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const ownerId = String(payload.ownerId);
  const isActive = and(eq(usersTable.id, ownerId), eq(usersTable.status, "active"));
  const { name, email, language } = usersTable;
  const [reader] = await ctx.db.select({ name, email, language }).from(usersTable).where(isActive);
  const rows = await ctx.db
    .select({ id: todosTable.id, title: todosTable.title })
    .from(todosTable)
    .where(
      and(
        eq(todosTable.ownerId, ownerId),
        inArray(todosTable.id, payload.todoIds as string[]),
        isNotNull(todosTable.rangAt),
      ),
    )
    .orderBy(asc(todosTable.remindAt), asc(todosTable.id));
  if (reader === undefined || rows.length === 0 || !ctx.mail.canSend) return;
  await ctx.mail.send(reminderEmail(withNamesInEmail({ ...reader, todos: rows }), ctx.settings.publicUrl));
}

type Facts = {
  readonly email: string;
  readonly name: string;
  readonly language: string;
  readonly todos: readonly { readonly id: string; readonly title: string }[];
};

function reminderEmail({ email, name, language, todos }: Facts, publicUrl: string): Email {
  const isArabic = language === "ar";
  const lines = todos.slice(0, titlesMax).map(({ id, title }) => {
    const link = `${publicUrl}/apps/todo/folder/all?todo=${encodeURIComponent(id)}`;
    return `• ${isArabic ? isolated(title) : title}\n  ${link}`;
  });
  const write = isArabic ? inArabic : inEnglish;
  return { to: email, ...write({ name, first: todos[0]!.title, lines, count: todos.length }) };
}

type EmailValues = {
  readonly name: string;
  readonly first: string;
  readonly lines: readonly string[];
  readonly count: number;
};

const inEnglish = ({ name, first, lines, count }: EmailValues) => ({
  subject: count === 1 ? `Reminder: ${first}` : `${count} reminders: ${first} and ${count - 1} more`,
  text: `Assalamu alaikum ${name},

${count === 1 ? "Your reminder" : "Your reminders"}:

${lines.join("\n")}${count > lines.length ? `\n\nAnd ${count - lines.length} more.` : ""}

You can also snooze ${count === 1 ? "it" : "them"} in Mizan.

Mizan
`,
});

const inArabic = ({ name, first, lines, count }: EmailValues) => ({
  subject:
    count === 1
      ? `تذكير: ${isolated(first)}`
      : `${arabicCount(count, "reminders")}، ${count === 2 ? "منهما" : "منها"} ${isolated(first)}`,
  text: `السلام عليكم ${isolated(name)}،

${count === 1 ? "تذكيرك" : "تذكيراتك"}:

${lines.join("\n")}${count > lines.length ? `\n\nتذكيرات أخرى: ${count - lines.length}.` : ""}

يمكنك أيضًا ${count === 1 ? "تأجيله" : "تأجيلها"} في ميزان.

ميزان
`,
});
