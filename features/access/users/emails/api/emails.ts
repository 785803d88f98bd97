import { nameInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import type { Email } from "#api/ports.ts";
import { accountLimits } from "#features/access/session/contract/account.ts";
import { userLimits } from "#features/access/users/rules.ts";

/** Whom a letter is for, as they were when it was decided. */
type EmailRecipient = {
  readonly userId: string;
  readonly to: string;
  readonly name: string;
  readonly language: string;
};

export const emailJobKind = "users.letter";

/** What people are told without a link. A link is made when its letter is written (service/invitations.ts). */
const kinds = ["approved", "declined", "addressChanged", "addressReplaced"] as const;
type Kind = (typeof kinds)[number];

/** Has a letter written once the caller's transaction has committed. */
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

/** The letter that carries the link of an invitation. */
export function invitationEmail({
  to,
  name,
  language,
  link,
}: Omit<EmailRecipient, "userId"> & { link: string }): Email {
  return { to, ...(language === "ar" ? inArabic : inEnglish).invited({ name: nameInEmail(name), url: link }) };
}

/**
 * The email with the link by which an address is confirmed: at the old one it says which the new one is, at the new one it
 * quotes nothing, as nobody knows yet who reads it.
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
    subject: "Confirm the new email address of your Mizan account",
    text: `Assalamu alaikum,

your Mizan account is to move to another email address: \u2068${newEmail}\u2069. Nothing has changed yet.

If you want this, open the link and confirm. If you don't, open it and reject the change:

${link}

The change counts once it is confirmed here and at the new address, within ${accountLimits.emailChangeHours} hours. Whoever has the new address can set a new password.

Mizan`,
  }),
  addressOffered: (link: string) => ({
    subject: "Confirm your email address for Mizan",
    text: `Assalamu alaikum,

this address is to be the new email address of an account with Mizan. Open this link to confirm that it is yours:

${link}

It works once, for ${accountLimits.emailChangeHours} hours. If you don't know what this is about, do nothing.

Mizan`,
  }),
};

const linksInArabic = {
  addressAsked: (newEmail: string, link: string) => ({
    subject: "تأكيد البريد الإلكتروني الجديد لحسابك في ميزان",
    text: `السلام عليكم،

طُلب نقل حسابك في ميزان إلى بريد إلكتروني آخر: \u2068${newEmail}\u2069. لم يتغيّر شيء بعد.

إن كنت تريد ذلك فافتح الرابط وأكّد التغيير، وإلا فافتحه وارفض التغيير:

${link}

يسري التغيير بعد تأكيده من هنا ومن البريد الجديد خلال ${accountLimits.emailChangeHours} ساعة. من يملك البريد الجديد يستطيع تعيين كلمة مرور جديدة.

ميزان`,
  }),
  addressOffered: (link: string) => ({
    subject: "تأكيد بريدك الإلكتروني في ميزان",
    text: `السلام عليكم،

طُلب أن يكون هذا العنوان البريد الإلكتروني الجديد لحساب في ميزان. افتح هذا الرابط لتأكيد أنه لك:

${link}

يعمل الرابط مرة واحدة خلال ${accountLimits.emailChangeHours} ساعة. إن لم تكن تعرف ما الأمر فلا تفعل شيئًا.

ميزان`,
  }),
};

type Text = { readonly name: string; readonly url: string };
type Texts = Readonly<Record<Kind | "invited", (text: Text) => Pick<Email, "subject" | "text">>>;

const inEnglish: Texts = {
  invited: ({ name, url }) => ({
    subject: "You are invited to Mizan",
    text: `Assalamu alaikum ${name},

an administrator of Mizan has made an account for you. Open this link to choose a password:

${url}

It works once, for ${userLimits.invitationDays} days. If you do not know what this is about, do nothing: without a password nobody can use the account.

Mizan`,
  }),
  approved: ({ name, url }) => ({
    subject: "Your Mizan account is approved",
    text: `Assalamu alaikum ${name},

an administrator has approved your account. You can sign in now with your address and the password that you chose:

${url}/login

If you have no password yet, choose "Forgot password?" there.

Mizan`,
  }),
  declined: ({ name }) => ({
    subject: "Your Mizan account is not approved",
    text: `Assalamu alaikum ${name},

an administrator has looked at your registration and did not approve it. If you think that this is a mistake, please ask the person in your company who works with Mizan.

Mizan`,
  }),
  addressChanged: ({ name }) => ({
    subject: "The address of your Mizan account was changed",
    text: `Assalamu alaikum ${name},

The email address of your account has changed. From now on you sign in with the new address; your password stays. This email goes to both addresses. If you did not expect it, contact an administrator at once.

Mizan`,
  }),
  addressReplaced: ({ name }) => ({
    subject: "The address of your Mizan account is about to be replaced",
    text: `Assalamu alaikum ${name},

Two administrators are replacing the email address of your account, because this mailbox is said to be lost. If you can read this and did not ask for it, contact an administrator at once.

Mizan`,
  }),
};

const inArabic: Texts = {
  invited: ({ name, url }) => ({
    subject: "دعوة إلى ميزان",
    text: `السلام عليكم ${name}،

أنشأ لك أحد مديري ميزان حسابًا. افتح هذا الرابط لاختيار كلمة مرور:

${url}

يعمل الرابط مرة واحدة ولمدة ${userLimits.invitationDays} أيام. إن لم تكن تعرف ما الأمر فلا تفعل شيئًا: لا يستطيع أحد استعمال الحساب بلا كلمة مرور.

ميزان`,
  }),
  approved: ({ name, url }) => ({
    subject: "تمت الموافقة على حسابك في ميزان",
    text: `السلام عليكم ${name}،

وافق أحد المديرين على حسابك. يمكنك الآن تسجيل الدخول ببريدك وكلمة المرور التي اخترتها:

${url}/login

إن لم تكن لك كلمة مرور بعد فاختر «نسيت كلمة المرور؟» هناك.

ميزان`,
  }),
  declined: ({ name }) => ({
    subject: "لم تتم الموافقة على حسابك في ميزان",
    text: `السلام عليكم ${name}،

اطّلع أحد المديرين على طلب تسجيلك ولم يوافق عليه. إن كنت ترى في ذلك خطأً فاسأل من يعمل مع ميزان في شركتك.

ميزان`,
  }),
  addressChanged: ({ name }) => ({
    subject: "تغيّر البريد الإلكتروني لحسابك في ميزان",
    text: `السلام عليكم ${name}،

تغيّر البريد الإلكتروني لحسابك. من الآن فصاعدًا تسجّل الدخول بالبريد الجديد، وتبقى كلمة مرورك كما هي. تصل هذه الرسالة إلى البريدين معًا. إن لم تكن تتوقع ذلك فأخبر أحد المديرين فورًا.

ميزان`,
  }),
  addressReplaced: ({ name }) => ({
    subject: "يجري استبدال البريد الإلكتروني لحسابك في ميزان",
    text: `السلام عليكم ${name}،

يستبدل اثنان من المديرين البريد الإلكتروني لحسابك لأن هذا الصندوق قيل إنه لم يعد متاحًا. إن كنت تقرأ هذه الرسالة ولم تطلب ذلك فأخبر أحد المديرين فورًا.

ميزان`,
  }),
};
