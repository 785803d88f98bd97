import { nameInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import type { Email } from "#api/ports.ts";
import { accountLimits } from "#features/access/session/contract/account.ts";
import { userLimits } from "#features/access/users/rules.ts";

/** The recipient of an email, as of the decision. */
type EmailRecipient = {
  readonly userId: string;
  readonly to: string;
  readonly name: string;
  readonly language: string;
};

export const emailJobKind = "users.letter";

/** Emails without a link. A link is created when its email is written (service/invitations.ts). */
const kinds = ["approved", "declined", "addressChanged", "addressReplaced"] as const;
type Kind = (typeof kinds)[number];

/** Queues an email, to be sent once the caller's transaction has committed. */
export const sendLater = (ctx: Ctx, kind: Kind, addressed: EmailRecipient): Promise<void> =>
  enqueueJob(ctx, emailJobKind, { kind, ...addressed });

/** The job behind `sendLater`. */
export async function enqueueUserEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const kind = kinds.find((each) => each === payload.kind);
  if (kind === undefined || !ctx.mail.canSend) return;
  const text = { name: nameInEmail(String(payload.name)), url: ctx.settings.publicUrl };
  const { [kind]: write } = payload.language === "ar" ? inArabic : inEnglish;
  await ctx.mail.send({ to: String(payload.to), ...write(text) });
}

/** The email with the link of an invitation. */
export function invitationEmail({
  to,
  name,
  language,
  link,
}: Omit<EmailRecipient, "userId"> & { link: string }): Email {
  return { to, ...(language === "ar" ? inArabic : inEnglish).invited({ name: nameInEmail(name), url: link }) };
}

/**
 * The email with the link that confirms an address: at the old address it names the new one; at the new one it contains
 * no data, because its reader is not known yet.
 */
export function emailChangeEmail({
  to,
  language,
  link,
  newEmail,
}: {
  readonly to: string;
  readonly language: string;
  readonly link: string;
  readonly newEmail: string | null;
}): Email {
  const { addressAsked, addressOffered } = language === "ar" ? linksInArabic : linksInEnglish;
  return { to, ...(newEmail === null ? addressOffered(link) : addressAsked(newEmail, link)) };
}

const linksInEnglish = {
  addressAsked: (newEmail: string, link: string) => ({
    subject: "Confirm the email change of your Mizan account",
    text: `Assalamu alaikum,

Someone requested to change the email of your Mizan account to \u2068${newEmail}\u2069. Nothing has changed yet.

Open this link to confirm or reject the change:

${link}

The change applies once both addresses confirm it within ${accountLimits.emailChangeHours} hours. Anyone with access to the new address can then reset your password.

Mizan`,
  }),
  addressOffered: (link: string) => ({
    subject: "Confirm your email address for Mizan",
    text: `Assalamu alaikum,

This address was entered as the new email of a Mizan account. To confirm that it’s yours, open this link:

${link}

The link works once and expires in ${accountLimits.emailChangeHours} hours. If you weren’t expecting this, ignore this email.

Mizan`,
  }),
};

const linksInArabic = {
  addressAsked: (newEmail: string, link: string) => ({
    subject: "تأكيد البريد الإلكتروني الجديد لحسابك في ميزان",
    text: `السلام عليكم،

طُلب نقل حسابك في ميزان إلى بريد إلكتروني آخر: \u2068${newEmail}\u2069. لم يتغيّر شيء بعد.

افتح هذا الرابط لتأكيد التغيير أو رفضه:

${link}

يسري التغيير بعد تأكيده من البريدين خلال ${accountLimits.emailChangeHours} ساعة. بعدها يستطيع من يملك البريد الجديد إعادة تعيين كلمة مرورك.

ميزان`,
  }),
  addressOffered: (link: string) => ({
    subject: "تأكيد بريدك الإلكتروني في ميزان",
    text: `السلام عليكم،

أُدخل هذا العنوان بريدًا إلكترونيًا جديدًا لحساب في ميزان. افتح هذا الرابط لتأكيد أنه لك:

${link}

يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد ${accountLimits.emailChangeHours} ساعة. إن لم تكن تتوقع هذه الرسالة فتجاهلها.

ميزان`,
  }),
};

type Text = { readonly name: string; readonly url: string };
type Texts = Readonly<Record<Kind | "invited", (text: Text) => Pick<Email, "subject" | "text">>>;

const inEnglish: Texts = {
  invited: ({ name, url }) => ({
    subject: "You’ve been invited to Mizan",
    text: `Assalamu alaikum ${name},

An administrator created a Mizan account for you. To get started, choose a password:

${url}

The link works once and expires in ${userLimits.invitationDays} days. If you weren’t expecting this, ignore this email. The account can’t be used without a password.

Mizan`,
  }),
  approved: ({ name, url }) => ({
    subject: "Your Mizan account is approved",
    text: `Assalamu alaikum ${name},

An administrator approved your account. Sign in with your email and the password you chose:

${url}/login

If you don’t have a password yet, choose “Forgot password?” there.

Mizan`,
  }),
  declined: ({ name }) => ({
    subject: "Your Mizan account wasn’t approved",
    text: `Assalamu alaikum ${name},

An administrator reviewed your registration and didn’t approve it. If you think this is a mistake, contact your company’s Mizan administrator.

Mizan`,
  }),
  addressChanged: ({ name }) => ({
    subject: "Your Mizan email address was changed",
    text: `Assalamu alaikum ${name},

Sign in with the new email from now on; your password is unchanged. We sent this to both addresses. If you weren’t expecting this, contact an administrator immediately.

Mizan`,
  }),
  addressReplaced: ({ name }) => ({
    subject: "Your Mizan email address is about to be replaced",
    text: `Assalamu alaikum ${name},

Two administrators are replacing the email of your account because this mailbox was reported as lost. If you can read this and didn’t ask for it, contact an administrator immediately.

Mizan`,
  }),
};

const inArabic: Texts = {
  invited: ({ name, url }) => ({
    subject: "دعوة إلى ميزان",
    text: `السلام عليكم \u2068${name}\u2069،

أنشأ لك مسؤول النظام حسابًا في ميزان. للبدء، اختر كلمة مرور:

${url}

يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد ${userLimits.invitationDays} أيام. إن لم تكن تتوقع هذه الرسالة فتجاهلها، فلا يمكن استخدام الحساب بلا كلمة مرور.

ميزان`,
  }),
  approved: ({ name, url }) => ({
    subject: "تمت الموافقة على حسابك في ميزان",
    text: `السلام عليكم \u2068${name}\u2069،

وافق مسؤول النظام على حسابك. سجّل الدخول ببريدك وكلمة المرور التي اخترتها:

${url}/login

إن لم تكن لك كلمة مرور بعد فاختر «نسيت كلمة المرور؟» هناك.

ميزان`,
  }),
  declined: ({ name }) => ({
    subject: "لم تتم الموافقة على حسابك في ميزان",
    text: `السلام عليكم \u2068${name}\u2069،

راجع مسؤول النظام طلب تسجيلك ولم يوافق عليه. إن كنت ترى في ذلك خطأً فتواصل مع مسؤول ميزان في شركتك.

ميزان`,
  }),
  addressChanged: ({ name }) => ({
    subject: "تغيّر البريد الإلكتروني لحسابك في ميزان",
    text: `السلام عليكم \u2068${name}\u2069،

سجّل الدخول بالبريد الجديد من الآن فصاعدًا، ولم تتغيّر كلمة مرورك. أرسلنا هذه الرسالة إلى البريدين. إن لم تكن تتوقع ذلك فتواصل فورًا مع مسؤول النظام.

ميزان`,
  }),
  addressReplaced: ({ name }) => ({
    subject: "يجري استبدال البريد الإلكتروني لحسابك في ميزان",
    text: `السلام عليكم \u2068${name}\u2069،

يستبدل اثنان من مسؤولي النظام البريد الإلكتروني لحسابك لأنه أُبلغ عن فقدان هذا الصندوق. إن كنت تقرأ هذه الرسالة ولم تطلب ذلك فتواصل فورًا مع مسؤول النظام.

ميزان`,
  }),
};
